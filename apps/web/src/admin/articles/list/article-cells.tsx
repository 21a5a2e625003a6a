import { Link } from 'react-router'
import { Cell } from '../../../ui/table.tsx'

/** Title and excerpt take one line each, so that all rows have the same height. */
export const TitleCell = ({ to, title }: { to: string; title: string }) => (
  <Cell className="as-table:w-[45%] as-table:max-w-0 as-table:min-w-48">
    <Link
      to={to}
      title={title}
      className="font-medium wrap-anywhere hover:underline as-cards:line-clamp-2 as-table:block as-table:truncate"
    >
      {title}
    </Link>
  </Cell>
)

export const ExcerptCell = ({ excerpt }: { excerpt: string }) => (
  <Cell label="Excerpt" className="text-ink-2 as-table:w-[30%] as-table:max-w-0 as-table:min-w-32">
    <span className="wrap-anywhere as-cards:line-clamp-2 as-table:block as-table:truncate">
      {excerpt || 'No excerpt available'}
    </span>
  </Cell>
)
