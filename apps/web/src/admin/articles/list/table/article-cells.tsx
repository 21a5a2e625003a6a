import { Link } from 'react-router'
import { Cell } from '../../../../ui/table.tsx'

/** The title gets two lines and most of the width; the excerpt only reminds of the story. */
export const TitleCell = ({ to, title }: { to: string; title: string }) => (
  <Cell className="as-cards:pr-10! as-table:w-[70%] as-table:max-w-0 as-table:min-w-40">
    <Link to={to} title={title} className="line-clamp-2 font-medium wrap-anywhere hover:underline">
      {title}
    </Link>
  </Cell>
)

export const ExcerptCell = ({ excerpt }: { excerpt: string }) => (
  <Cell
    label="Excerpt"
    className="text-ink-2 as-table:w-[30%] as-table:max-w-0 as-table:min-w-24 as-table:py-1"
  >
    <span className="line-clamp-2 wrap-anywhere as-table:text-xs/4">{excerpt || 'No excerpt available'}</span>
  </Cell>
)
