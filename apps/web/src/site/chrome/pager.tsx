interface PagerProps {
  page: number
  hasOlder: boolean
  /** The path of a page. */
  pathOf(page: number): string
  /** The labels of the links to the previous and the next page. */
  newer?: string
  older?: string
}

export function Pager({
  page,
  hasOlder,
  pathOf,
  newer = 'Newer articles',
  older = 'Older articles',
}: PagerProps) {
  if (page === 1 && !hasOlder) return null
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev">
          {newer}
        </a>
      ) : null}
      {hasOlder ? (
        <a className="older" href={pathOf(page + 1)} rel="next">
          {older}
        </a>
      ) : null}
    </nav>
  )
}
