import type { ReactNode } from 'react'
import { Checkbox } from './field.tsx'

export type SortDirection = 'ascending' | 'descending'

/** A table in a frame, within which it scrolls. On narrow screens its rows become cards. */
export function Table({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={`${label} table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
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

export interface Column<Row> {
  /** Its head, and beside its value in a card. The first cell of a row has no name there, because it is the card's heading. */
  name: string
  /** Has no name in a card, such as buttons. */
  isUnnamed?: boolean
  /** Holds numbers, aligned right. */
  numeric?: boolean
  /** Of its cells. */
  className?: string
  cell(row: Row): ReactNode
  /** A second, smaller line of the cell. */
  note?(row: Row): ReactNode
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
}

/** A table whose columns say what they show of each row. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <Table
      label={label}
      head={columns.map(({ name, numeric }) => (
        <HeadCell key={name} numeric={numeric}>
          {name}
        </HeadCell>
      ))}
    >
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ name, isUnnamed, numeric, className, cell, note }, index) => (
            <Cell
              key={name}
              label={index === 0 || isUnnamed ? undefined : name}
              numeric={numeric}
              className={className}
            >
              {cell(row)}
              <Note>{note?.(row)}</Note>
            </Cell>
          ))}
        </tr>
      ))}
    </Table>
  )
}

const Note = ({ children }: { children: ReactNode }) =>
  children ? <span className="block text-xs text-muted">{children}</span> : null

const headCell = 'h-9 px-3 text-xs font-medium whitespace-nowrap text-muted'

interface HeadCellProps {
  /** The column holds numbers, aligned right. */
  numeric?: boolean
  children: ReactNode
}

export const HeadCell = ({ numeric = false, children }: HeadCellProps) => (
  <th scope="col" className={`${headCell} ${numeric ? 'text-right' : ''}`}>
    {children}
  </th>
)

interface SortHeadCellProps {
  /** Undefined when the table is sorted by another column. */
  direction: SortDirection | undefined
  onSort(): void
  children: ReactNode
}

/** A column head with a button that sorts the table. */
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
  /** The column's name, shown beside the value in a card. */
  label?: string
  /** The column holds numbers, aligned right. */
  numeric?: boolean
  className?: string
  children: ReactNode
}

export function Cell({ label, numeric = false, className = '', children }: CellProps) {
  const align = numeric ? 'tabular-nums as-table:text-right' : ''
  return (
    <td data-label={label} className={`h-[46px] px-3 py-2 ${align} ${className}`}>
      {children}
    </td>
  )
}

interface SelectHeadCellProps {
  label: string
  selected: number
  total: number
  onToggle(): void
}

/** A column head with a checkbox for all rows. */
export function SelectHeadCell({ label, selected, total, onToggle }: SelectHeadCellProps) {
  return (
    <th scope="col" data-selects-all className="h-9 w-px pl-4">
      <Checkbox
        label={label}
        checked={total > 0 && selected === total}
        indeterminate={selected > 0 && selected < total}
        disabled={total === 0}
        onToggle={onToggle}
      />
    </th>
  )
}

interface SelectCellProps {
  label: string
  isSelected: boolean
  /** `isRange`: Shift was held. */
  onToggle(isRange: boolean): void
}

/** The checkbox of a row. In a card it is at the top right. */
export function SelectCell({ label, isSelected, onToggle }: SelectCellProps) {
  return (
    <td className="w-px pl-4 as-cards:absolute as-cards:top-3.5 as-cards:right-4 as-cards:w-auto">
      <Checkbox label={label} checked={isSelected} onToggle={onToggle} />
    </td>
  )
}
