import type { ReactNode } from 'react'

export type SortDirection = 'ascending' | 'descending'

/** A table in a card. On narrow screens it scrolls inside its frame, never the page; on a phone its rows are cards. */
export function Table({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={`${label} table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="cards w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line">{head}</tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}

const headCell = 'h-9 px-4 text-xs font-medium whitespace-nowrap text-muted'

interface HeadCellProps {
  /** Its column holds numbers, the ones below the ones. */
  numeric?: boolean
  children: ReactNode
}

export function HeadCell({ numeric = false, children }: HeadCellProps) {
  return (
    <th scope="col" className={`${headCell} ${numeric ? 'text-right' : ''}`}>
      {children}
    </th>
  )
}

interface SortHeadCellProps {
  /** Absent: the table is sorted by another column. */
  direction: SortDirection | undefined
  onSort(): void
  children: ReactNode
}

/** A column head that sorts by its column. */
export function SortHeadCell({ direction, onSort, children }: SortHeadCellProps) {
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={headCell}>
      <button type="button" onClick={onSort} className="inline-flex h-6 items-center gap-1 hover:text-ink">
        {children}
        <span aria-hidden className="w-3">
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}
        </span>
      </button>
    </th>
  )
}

interface CellProps {
  /** The name of the column, which a card shows beside the value. The first cell of a row is its heading and has none. */
  label?: string
  /** As its head. */
  numeric?: boolean
  className?: string
  children: ReactNode
}

export function Cell({ label, numeric = false, className = '', children }: CellProps) {
  const align = numeric ? 'tabular-nums as-table:text-right' : ''
  return (
    <td data-label={label} className={`h-[46px] px-4 py-2 ${align} ${className}`}>
      {children}
    </td>
  )
}
