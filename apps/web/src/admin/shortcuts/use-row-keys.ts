import { useShortcuts } from './shortcuts.tsx'

/** J and K move the focus down and up the rows of the screen’s tables, to the first link of each row. */
export function useRowKeys() {
  useShortcuts({ j: () => focusRow(1), k: () => focusRow(-1) })
}

/** Focuses the first link of the next or previous row. */
export function focusRow(step: 1 | -1) {
  const rows = [...document.querySelectorAll('main tbody tr')].filter((row) => row.querySelector('a'))
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  // From outside the rows, both keys focus the first row.
  const next = rows[current === -1 ? 0 : current + step]
  next?.querySelector('a')?.focus()
}
