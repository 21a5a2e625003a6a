import type { ComponentProps, ReactNode } from 'react'
import { Checkbox } from './field.tsx'

export type SortDirection = 'ascending' | 'descending'

export interface Column<Row> {
  /** Its head, and beside its value in a card. The first cell of a row has no name there, because it is the card's heading. */
  name: string
  /** Has no name in a card. */
  isUnnamed?: boolean
  /** Holds numbers, aligned right. */
  numeric?: boolean
  /** Of its cells. */
  className?: string
  /** Its head is a button that sorts the rows. No direction: they are sorted by another column. */
  sort?: { direction: SortDirection | undefined; onSort(): void }
  cell(row: Row): ReactNode
  /** Smaller lines below it. */
  note?(row: Row): Line | Line[]
}

type Line = string | false | null | undefined

/** The column of the buttons of each row. */
export const actions = <Row,>(cell: Column<Row>['cell'], className = ''): Column<Row> => ({
  name: 'Actions',
  isUnnamed: true,
  className,
  cell,
})

interface RowSelection<Row> {
  /** The checkbox for all rows. */
  label: string
  selected: number
  total: number
  onToggleAll(): void
  /** The checkbox of a row, if it has one. `isRange`: Shift was held. */
  ofRow(row: Row): { label: string; isSelected: boolean; onToggle(isRange: boolean): void } | undefined
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
  selection?: RowSelection<Row>
  /** Attributes of a row. */
  rowProps?(row: Row): ComponentProps<'tr'> & Record<`data-${string}`, unknown>
}

/**
 * A table whose columns say what they show of each row, in a frame within which it scrolls. On narrow screens its rows become
 * cards.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, selection, rowProps } = props
  return (
    <section
      aria-label={`${label} table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
      tabIndex={0}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="cards w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line">
            {selection && <SelectHeadCell {...selection} />}
            {columns.map(({ name, ...column }) => (
              <HeadCell key={name} name={name} {...column} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={keyOf(row)} {...rowProps?.(row)}>
              {selection && <SelectCell of={selection.ofRow(row)} />}
              {columns.map(({ name, isUnnamed, numeric = false, className = '', cell, note }, index) => (
                <td
                  key={name}
                  data-label={index === 0 || isUnnamed ? undefined : name}
                  className={`h-[46px] px-3 py-2 ${numeric ? 'tabular-nums as-table:text-right' : ''} ${className}`}
                >
                  {cell(row)}
                  {[note?.(row)].flat().map(
                    (line) =>
                      line && (
                        <span key={line} className="block text-xs text-muted">
                          {line}
                        </span>
                      ),
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function HeadCell({ name, numeric, sort }: Pick<Column<never>, 'name' | 'numeric' | 'sort'>) {
  return (
    <th
      scope="col"
      aria-sort={sort && (sort.direction ?? 'none')}
      className={`h-9 px-3 text-xs font-medium whitespace-nowrap text-muted ${numeric ? 'text-right' : ''}`}
    >
      {sort ? (
        <button
          type="button"
          onClick={sort.onSort}
          className="inline-flex h-6 items-center gap-1 hover:text-ink"
        >
          {name}
          <span aria-hidden className="w-3">
            {sort.direction === 'ascending' ? '↑' : sort.direction === 'descending' ? '↓' : ''}
          </span>
        </button>
      ) : (
        name
      )}
    </th>
  )
}

function SelectHeadCell({ label, selected, total, onToggleAll }: Omit<RowSelection<never>, 'ofRow'>) {
  return (
    <th scope="col" data-selects-all className="h-9 w-px pl-4">
      <Checkbox
        label={label}
        checked={total > 0 && selected === total}
        indeterminate={selected > 0 && selected < total}
        disabled={total === 0}
        onToggle={onToggleAll}
      />
    </th>
  )
}

/** The checkbox of a row. In a card it is at the top right. */
function SelectCell({ of }: { of: ReturnType<RowSelection<never>['ofRow']> }) {
  return (
    <td className="w-px pl-4 as-cards:absolute as-cards:top-3.5 as-cards:right-4 as-cards:w-auto as-cards:empty:hidden!">
      {of && <Checkbox label={of.label} checked={of.isSelected} onToggle={of.onToggle} />}
    </td>
  )
}
