import { formatDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Pager } from '../card.tsx'
import { PageHead } from '../head.tsx'
import { type PageRequest, useSettings } from '../rendering.ts'
import { loadPage } from './load-list.ts'

export function Corrections({ corrections, page, hasOlder }: Awaited<ReturnType<typeof loadCorrections>>) {
  const { name, timezone } = useSettings()
  return (
    <article className="story">
      <PageHead
        title={page > 1 ? `Corrections, page ${page}` : 'Corrections'}
        description={`What ${name} has corrected in its stories.`}
        path={paths.corrections(page)}
      />
      <h1>Corrections</h1>
      <p className="byline">What we have corrected in stories after they were published.</p>
      {corrections.length > 0 ? (
        <section className="corrections" aria-label="Corrections of all stories">
          <ul>
            {corrections.map(({ id, text, created_at, article_id, article_title }) => (
              <li key={id}>
                <time dateTime={created_at}>{formatDate(created_at, timezone)}</time>
                <a href={`${paths.article(article_id)}#corrections`} dir="auto">
                  {article_title}
                </a>
                <p dir="auto">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="state">Nothing has been corrected so far.</p>
      )}
      <Pager
        page={page}
        hasOlder={hasOlder}
        pathOf={paths.corrections}
        newer="Newer corrections"
        older="Older corrections"
      />
    </article>
  )
}

const PER_PAGE = 50

export async function loadCorrections(request: PageRequest) {
  const { items, ...list } = await loadPage(request, PER_PAGE, (page, limit) =>
    request.api.published.corrections({ page, limit }),
  )
  return { corrections: items, ...list }
}
