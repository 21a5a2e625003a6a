/**
 * Moves the focus to the heading when the focused element is removed, so that reading and Tab continue there and not at
 * the top of the page.
 */
export function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
