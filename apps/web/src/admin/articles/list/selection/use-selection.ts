import { useState } from 'react'

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
    /** Selects only these. */
    set: (next: readonly number[]) => select(next),
    clear: () => select([]),
  }
}

/** The ids from one to another, in either direction. */
function between(ids: readonly number[], one: number, other: number): number[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from === -1 ? [other] : ids.slice(from, to + 1)
}
