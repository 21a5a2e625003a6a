/** For when what has the focus goes away: reading and the Tab key go on from the top of the screen, not of the page. */
export function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
