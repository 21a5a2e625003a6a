import type { KeyboardEvent } from 'react'
import { useShortcuts } from '../../../shortcuts/shortcuts.tsx'
import { focusRow } from '../../../shortcuts/use-row-keys.ts'
import type { Selection } from './use-selection.ts'

/** X selects the row with the focus. Shift with an arrow key selects it and the next one, and moves the focus there. */
export function useSelectionKeys({ toggle, extend }: Pick<Selection, 'toggle' | 'extend'>) {
  useShortcuts({
    x: () => {
      const id = focusedArticle()
      if (id !== null) toggle(id)
    },
  })

  return (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    const from = focusedArticle()
    if (from === null) return
    event.preventDefault()
    focusRow(event.key === 'ArrowDown' ? 1 : -1)
    const to = focusedArticle()
    if (to !== null && to !== from) extend(from, to)
  }
}

/** The article of the row with the focus; null outside of the rows, and in the row of a text that was never saved. */
function focusedArticle(): number | null {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-article]')
  return row ? Number(row.dataset.article) : null
}
