import type { LexicalEditor } from 'lexical'
import type { Slash } from './slash-query.ts'

const GAP = 6

/** Puts the menu below the slash, or above it where the window ends. Both stand in the canvas and scroll with it. */
export function placeMenu(editor: LexicalEditor, menu: HTMLElement, { key, start }: Slash): void {
  const text = editor.getElementByKey(key)?.firstChild
  const canvas = menu.offsetParent
  if (!(text instanceof Text) || !canvas) return
  const range = document.createRange()
  range.setStart(text, start)
  range.setEnd(text, start + 1)
  const letter = range.getBoundingClientRect()
  const frame = canvas.getBoundingClientRect()
  const isLow = letter.bottom + GAP + menu.offsetHeight > window.innerHeight
  const top =
    isLow && letter.top > menu.offsetHeight + GAP ? letter.top - menu.offsetHeight - GAP : letter.bottom + GAP
  menu.style.top = `${top - frame.top}px`
  menu.style.left = `${Math.max(0, Math.min(letter.left - frame.left, frame.width - menu.offsetWidth))}px`
}
