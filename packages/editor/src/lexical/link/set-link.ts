import { $createLinkNode, TOGGLE_LINK_COMMAND } from '@lexical/link'
import { createDOMRange } from '@lexical/selection'
import { $createTextNode, $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical'

/** Links the selected text, or changes the link around the caret; without either, inserts `text` as a link. */
export function setLink(editor: LexicalEditor, url: string, isChange: boolean, text = url): void {
  editor.update(() => {
    const selection = $getSelection()
    if (!isChange && $isRangeSelection(selection) && selection.isCollapsed()) {
      selection.insertNodes([$createLinkNode(url).append($createTextNode(text))])
    } else editor.dispatchCommand(TOGGLE_LINK_COMMAND, { url, rel: null, target: null })
  })
}

/** Name of the highlight that `link.css` styles. */
const HIGHLIGHT = 'editor-selection'

/** Highlights the selection while the focus is in the URL field. @returns a function that stops it */
export function keepSelectionVisible(editor: LexicalEditor): () => void {
  const range = editor.read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection) || selection.isCollapsed()) return null
    const [start, end] = selection.isBackward()
      ? [selection.focus, selection.anchor]
      : [selection.anchor, selection.focus]
    return createDOMRange(editor, start.getNode(), start.offset, end.getNode(), end.offset)
  })
  if (range && 'highlights' in CSS) CSS.highlights.set(HIGHLIGHT, new Highlight(range))
  return () => void CSS.highlights?.delete(HIGHLIGHT)
}
