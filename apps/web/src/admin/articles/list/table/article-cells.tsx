import { Link } from 'react-router'
import { Cell } from '../../../../ui/table.tsx'

/** The title gets two lines and most of the width; the excerpt, which only reminds of the story, one line. */
export const TitleCell = ({ to, title }: { to: string; title: string }) => (
  <Cell className="as-cards:pr-10! as-table:w-[70%] as-table:max-w-0 as-table:min-w-40">
    <Link to={to} title={title} className="line-clamp-2 font-medium wrap-anywhere hover:underline">
      {title}
    </Link>
  </Cell>
)

export const ExcerptCell = ({ excerpt }: { excerpt: string }) => (
  <Cell label="Excerpt" className="text-ink-2 as-table:w-[30%] as-table:max-w-0 as-table:min-w-24">
    <span className="wrap-anywhere as-cards:line-clamp-2 as-table:block as-table:truncate">
      {excerpt || 'No excerpt available'}
    </span>
  </Cell>
)
