import { $getNodeByKey, type LexicalEditor, type NodeKey, TextNode } from 'lexical'
import { PLACEHOLDER } from '../../text/placeholder.ts'

/** Name of the highlight that `highlights.css` styles. */
const HIGHLIGHT = 'editor-tk'

/**
 * Highlights every TK and reports their number, checking changed texts only. CSS highlights change neither the text nor its
 * history. @returns a function that stops it
 */
export function markPlaceholders(editor: LexicalEditor, onCount: (count: number) => void): () => void {
  const found = new Map<NodeKey, Range[]>()
  const highlight = 'highlights' in CSS ? new Highlight() : null
  if (highlight) CSS.highlights.set(HIGHLIGHT, highlight)

  const forget = (key: NodeKey) => {
    for (const range of found.get(key) ?? []) highlight?.delete(range)
    found.delete(key)
  }
  const stop = editor.registerMutationListener(TextNode, (mutations) => {
    const before = found.size
    for (const [key, mutation] of mutations) {
      forget(key)
      const ranges = mutation === 'destroyed' ? [] : rangesOf(editor, key)
      for (const range of ranges) highlight?.add(range)
      if (ranges.length > 0) found.set(key, ranges)
    }
    if (before + found.size > 0) onCount([...found.values()].reduce((sum, ranges) => sum + ranges.length, 0))
  })
  return () => {
    stop()
    if (highlight) CSS.highlights.delete(HIGHLIGHT)
  }
}

function rangesOf(editor: LexicalEditor, key: NodeKey): Range[] {
  const text = editor.read(() => $getNodeByKey(key)?.getTextContent()) ?? ''
  const matches = text.includes('TK') ? [...text.matchAll(PLACEHOLDER)] : []
  const element = matches.length > 0 ? editor.getElementByKey(key) : null
  const letters = element && document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  if (!letters) return []
  return matches.map(({ index }) => {
    const range = document.createRange()
    range.setStart(letters, index)
    range.setEnd(letters, index + 'TK'.length)
    return range
  })
}
