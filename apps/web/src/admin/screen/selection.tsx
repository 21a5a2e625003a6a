import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { measureSaveBar } from './measure-bar.ts'
import { showFocusedWhole } from './show-focused-whole.ts'

interface Chosen {
  ids: ReadonlySet<number>
  /** Where a range begins. */
  anchor: number | null
  scope: string
}

export type Selection = ReturnType<typeof useSelection>

/**
 * The selected articles of the list.
 * @param shown the ids of the page, in order
 * @param scope names the filters and the page; another one starts with nothing selected
 */
export function useSelection(shown: readonly number[], scope: string) {
  const [stored, setStored] = useState<Chosen>({ ids: new Set(), anchor: null, scope })
  const { ids: chosen, anchor } = stored.scope === scope ? stored : { ids: new Set<number>(), anchor: null }
  const ids = shown.filter((id) => chosen.has(id))
  const select = (next: Iterable<number>, from: number | null = null) =>
    setStored({ ids: new Set(next), anchor: from, scope })

  /** Selects or deselects an article; in a range, all from the one toggled last. */
  function toggle(id: number, isRange = false) {
    const range = isRange && anchor !== null ? between(shown, anchor, id) : [id]
    select(ids.includes(id) ? ids.filter((one) => !range.includes(one)) : [...ids, ...range], id)
  }

  /** Selects an article and its neighbour; going back deselects the article. */
  function extend(from: number, to: number) {
    const isBack = ids.includes(from) && ids.includes(to)
    select(isBack ? ids.filter((id) => id !== from) : [...ids, from, to], to)
  }

  return {
    ids,
    toggle,
    extend,
    /** Selects all of the page, or none when all are selected. */
    toggleAll: () => select(ids.length === shown.length ? [] : shown),
    /** Rows that were selected meanwhile stay selected. */
    deselect: (gone: readonly number[]) =>
      setStored((now) => ({ ...now, ids: now.ids.difference(new Set(gone)) })),
    clear: () => select([]),
  }
}

/** The ids from one to another, in either direction. */
function between(ids: readonly number[], one: number, other: number): number[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === -1 ? [other] : ids.slice(from, to + 1)
}

interface SelectedBarProps {
  label: string
  count: number
  onClear(): void
  children: ReactNode
}

/** A bar at the bottom of the window while rows are selected. In a low window it would cover them, and scrolls with the page. */
export function SelectedBar({ label, count, onClear, children }: SelectedBarProps) {
  return (
    <section
      ref={measureSaveBar}
      aria-label={label}
      className="selected-bar fixed inset-x-4 bottom-[calc(var(--foot-height)+0.5rem)] z-30 mx-auto flex max-w-[68rem] flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-2 pl-4 shadow-float sm:inset-x-8 md:left-[calc(var(--sidebar-width)+2rem)] [@media(height<30rem)]:static [@media(height<30rem)]:mx-0"
    >
      <p role="status" className="font-medium tabular-nums">
        {count} selected
      </p>
      <Button variant="ghost" className="mr-auto" onClick={onClear}>
        Clear selection
      </Button>
      <div ref={showFocusedWhole} className="-m-1 flex gap-2 overflow-x-auto p-1">
        {children}
      </div>
    </section>
  )
}

interface Refused {
  id: number
  message: string | null
}

/** Rows that a notice names; it counts the others. */
const MOST_NAMED = 3

/** Says for each of the first refused rows why it was refused. */
export function nameRefused(refused: readonly Refused[], nameOf: (id: number) => string): string {
  const named = refused.slice(0, MOST_NAMED).map(({ id, message }) => `${nameOf(id)}: ${endOf(message)}`)
  const rest = refused.length - named.length
  return [...named, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ')
}

/** The message as a sentence with a full stop. */
const endOf = (message: string | null) => `${(message ?? '').replace(/\.$/, '')}.`
