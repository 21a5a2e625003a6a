/**
 * A ref for a row that scrolls sideways: shows its focused control whole. Browsers do not scroll to one of which an edge
 * is seen.
 */
export function showFocusedWhole(row: HTMLElement | null) {
  row?.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
