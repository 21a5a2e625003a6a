import type { DeadLinks as Counts } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'

/** How many links of published stories are dead, and where to find them. Renders nothing while there are none. */
export function DeadLinks() {
  const { data } = api.links.countDead.useQuery({})
  if (!data || data.links === 0) return null
  return (
    <section
      aria-label="Dead links"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
    >
      <p>{describe(data)}</p>
      <Link
        to={paths.admin.publishedWithDeadLinks}
        className={buttonClass({ variant: 'secondary', size: 'sm' })}
      >
        {data.articles === 1 ? 'Show the story' : 'Show the stories'}
      </Link>
    </section>
  )
}

function describe({ links, articles }: Counts): string {
  const stories = formatCount(articles, 'published story has', 'published stories have')
  return `${stories} ${formatCount(links, 'dead link')}.`
}
