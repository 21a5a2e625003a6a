import type { LexicalEditor } from 'lexical'

/** Bars over the text, besides those of the page, which are in its scroll padding. */
const BARS = '.editor-controls, .editor-find'

/** The part of the window, in its coordinates, that no bar and no on-screen keyboard covers. */
export function clearArea(editor: LexicalEditor): { top: number; bottom: number } {
  const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
  const style = getComputedStyle(document.documentElement)
  const padding = (value: string) => Number.parseFloat(value) || 0
  const bars = [...(editor.getRootElement()?.closest('.editor')?.querySelectorAll(BARS) ?? [])]
  const rects = bars.map((bar) => bar.getBoundingClientRect())
  const middle = offsetTop + height / 2
  const above = rects.filter(({ top }) => top < middle).map(({ bottom }) => bottom)
  const below = rects.filter(({ top }) => top >= middle).map(({ top }) => top)
  return {
    top: Math.max(offsetTop + padding(style.scrollPaddingTop), ...above),
    bottom: Math.min(offsetTop + height - padding(style.scrollPaddingBottom), ...below),
  }
}

/** The part of the clear area above text that was scrolled to. */
const ABOVE = 0.4

/** Scrolls to a part of the text, unless all of it is in the clear area. */
export function reveal(editor: LexicalEditor, range: Range): void {
  const rect = range.getBoundingClientRect()
  const { top, bottom } = clearArea(editor)
  if (rect.top >= top && rect.bottom <= bottom) return
  window.scrollBy({ top: rect.top - (top + ABOVE * (bottom - top)), behavior: 'instant' })
}

/** Sets what a CSS highlight paints. It changes neither the text nor its history; browsers without highlights paint nothing. */
export function highlight(name: string, ranges: readonly Range[], priority = 0): void {
  if (!('highlights' in CSS)) return
  const painted = new Highlight(...ranges)
  painted.priority = priority
  if (ranges.length > 0) CSS.highlights.set(name, painted)
  else CSS.highlights.delete(name)
}
