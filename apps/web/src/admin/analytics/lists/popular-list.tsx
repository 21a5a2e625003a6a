import { Link } from 'react-router'
import { formatCount } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { useRole } from '../../screen/current-user.ts'

interface PopularListProps {
  articles: { id: number; title: string; views: number }[]
}

/**
 * The most read articles, most views first. Authors see the figures of other authors' articles, but cannot open them.
 */
export function PopularList({ articles }: PopularListProps) {
  const screen = useRole() === 'author' ? paths.admin.articleAnalytics : paths.admin.draft
  if (articles.length === 0) return <p className="text-muted">Nothing has been read yet.</p>
  return (
    <ol className="flex flex-col gap-3">
      {articles.map(({ id, title, views }) => (
        <li key={id} className="flex items-baseline justify-between gap-3">
          <Link to={screen(id)} className="min-w-0 font-medium wrap-anywhere hover:underline">
            {title}
          </Link>
          <span className="shrink-0 text-xs text-muted">{formatCount(views, 'view')}</span>
        </li>
      ))}
    </ol>
  )
}
