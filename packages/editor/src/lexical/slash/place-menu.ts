import type { LexicalEditor } from 'lexical'
import type { Slash } from './slash-query.ts'

const GAP = 6

/**
 * Positions the menu below the slash, or above it if there is more space, and limits its height to that space. Slash and
 * menu scroll together, in the canvas.
 */
export function placeMenu(editor: LexicalEditor, menu: HTMLElement, { key, start }: Slash): void {
  const text = editor.getElementByKey(key)?.firstChild
  const canvas = menu.offsetParent
  if (!(text instanceof Text) || !canvas) return
  const range = document.createRange()
  range.setStart(text, start)
  range.setEnd(text, start + 1)
  const letter = range.getBoundingClientRect()
  const frame = canvas.getBoundingClientRect()
  const seen = visibleArea(canvas)
  const above = letter.top - GAP - seen.top
  const below = seen.bottom - letter.bottom - GAP
  menu.style.maxHeight = ''
  const isAbove = menu.offsetHeight > below && above > below
  menu.style.maxHeight = `min(20rem, ${Math.max(above, below)}px)`
  const top = isAbove ? letter.top - menu.offsetHeight - GAP : letter.bottom + GAP
  menu.style.top = `${top - frame.top}px`
  menu.style.left = `${Math.max(0, Math.min(letter.left - frame.left, frame.width - menu.offsetWidth))}px`
}

/** The part of the window that is not covered by an on-screen keyboard and the toolbar above it. */
function visibleArea(canvas: Element) {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
  const controls = canvas.closest('.editor[data-keyboard]')?.querySelector('.editor-controls')
  return { top: offsetTop, bottom: controls?.getBoundingClientRect().top ?? offsetTop + height }
}
