import type { LexicalEditor } from 'lexical'
import { clearArea } from '../viewport/clear-area.ts'

/** Pixels from the left edge of the handle to the text. */
const HANDLE_OFFSET = 36
/** Height of a line of text, in pixels. */
const LINE = 40
/** Pixels around the menu, and around the text in its frame. */
const GAP = 6

/**
 * Positions a frame around the block, and the menu left of its handle, so that the text stays visible. Where the margin is too
 * narrow, the menu is below the first line, beside the handle, which closes it too. The menu is moved up, and scrolls, if it
 * would reach below the window.
 */
export function placeBlockMenu(
  editor: LexicalEditor,
  block: HTMLElement,
  menu: HTMLElement,
  frame: HTMLElement,
): void {
  const canvas = menu.offsetParent?.getBoundingClientRect()
  if (!canvas) return
  const { left, top, width, height } = block.getBoundingClientRect()
  Object.assign(frame.style, {
    left: `${left - canvas.left - GAP}px`,
    top: `${top - canvas.top - GAP}px`,
    width: `${width + 2 * GAP}px`,
    height: `${height + 2 * GAP}px`,
  })
  const clear = clearArea(editor)
  menu.style.maxHeight = `${clear.bottom - clear.top - 2 * GAP}px`
  const beside = left - HANDLE_OFFSET - GAP - menu.offsetWidth
  const isBeside = beside >= canvas.left + GAP
  const wanted = isBeside ? top : top + Math.min(height, LINE) + GAP
  const lowest = clear.bottom - menu.offsetHeight - GAP
  menu.style.left = `${(isBeside ? beside : left) - canvas.left}px`
  menu.style.top = `${Math.max(clear.top + GAP, Math.min(wanted, lowest)) - canvas.top}px`
}
