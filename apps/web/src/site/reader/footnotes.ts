import { element } from './element.ts'

/** Pixels between the pop-over and its reference, and to the edges of the window. */
const GAP = 8

/** Shows a footnote beside its reference. Without this, the link leads to the note at the end of the text. */
export function bindFootnotes(): void {
  if (!('popover' in HTMLElement.prototype)) return
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const link =
      event.target instanceof Element &&
      event.target.closest<HTMLAnchorElement>('.footnote-reference > a[role=doc-noteref]')
    const note = link && document.getElementById(link.hash.slice(1))
    if (!link || !note) return
    event.preventDefault()
    show(note, link)
  })
}

function show(note: HTMLElement, link: HTMLAnchorElement): void {
  const popover = element('div', {
    className: 'footnote-popover',
    popover: 'auto',
    role: 'note',
    ariaLabel: link.ariaLabel,
    tabIndex: -1,
    dir: 'auto',
  })
  popover.append(...[...note.childNodes].map((node) => node.cloneNode(true)))
  for (const copy of popover.querySelectorAll('[role=doc-backlink]')) copy.remove()
  for (const copy of popover.querySelectorAll('[id]')) copy.removeAttribute('id')
  popover.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') popover.remove()
  })
  // Next to the link, so that Tab goes on from there.
  link.after(popover)
  // Safari does not focus a pressed link; the focus returns to it when the pop-over is closed.
  link.focus({ preventScroll: true })
  popover.showPopover()
  place(popover, link)
  popover.focus({ preventScroll: true })
}

/** Below the reference, or above it if there is no room, within the width of the window. */
function place(popover: HTMLElement, link: HTMLElement): void {
  const { left, top, bottom } = link.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popover
  const isBelow = bottom + GAP + offsetHeight <= innerHeight || top < offsetHeight + GAP
  const right = document.documentElement.clientWidth - offsetWidth - GAP
  popover.style.left = `${scrollX + Math.max(GAP, Math.min(left - GAP, right))}px`
  popover.style.top = `${scrollY + (isBelow ? bottom + GAP : top - GAP - offsetHeight)}px`
}
