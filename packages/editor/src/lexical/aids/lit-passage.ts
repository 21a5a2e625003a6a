import './aids.css'
import { $getSelection, $isRangeSelection, type LexicalEditor, type PointType } from 'lexical'
import { useEffect } from 'react'
import { $blockAround, $offsetIn, $readBlockText, domRange } from '../text/block-text.ts'
import { sentenceAt } from '../text/sentences.ts'

export type Passage = 'sentence' | 'paragraph'

/** Lights up the sentence or paragraph at the caret, and dims the rest; without a passage, does nothing. */
export function useLitPassage(editor: LexicalEditor, passage: Passage | null): void {
  useEffect(() => (passage ? lightPassage(editor, passage) : undefined), [editor, passage])
}

/** Name of the highlight that `aids.css` styles. */
const HIGHLIGHT = 'editor-lit'

/** By a CSS highlight, which does not change the document. Browsers without them dim nothing. */
function lightPassage(editor: LexicalEditor, passage: Passage): (() => void) | undefined {
  if (!('highlights' in CSS)) return
  const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
  const light = () => {
    const range = editor.getEditorState().read(() => $passageRange(editor, passage))
    CSS.highlights.set(HIGHLIGHT, new Highlight(...(range ? [range] : [])))
  }
  light()
  frame?.setAttribute('data-lit', '')
  const stop = editor.registerUpdateListener(light)
  return () => {
    stop()
    frame?.removeAttribute('data-lit')
    CSS.highlights.delete(HIGHLIGHT)
  }
}

/** From the passage at the start of the selection to that at its end. */
function $passageRange(editor: LexicalEditor, passage: Passage): Range | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const [start, end] = selection.isBackward()
    ? [selection.focus, selection.anchor]
    : [selection.anchor, selection.focus]
  const first = $rangeAt(editor, start, passage)
  const last = $rangeAt(editor, end, passage)
  if (first && last) first.setEnd(last.endContainer, last.endOffset)
  return first ?? last
}

function $rangeAt(editor: LexicalEditor, point: PointType, passage: Passage): Range | null {
  const around = $blockAround(point.getNode())
  if (!around) return null
  const block = $readBlockText(around)
  const [start, end] =
    passage === 'paragraph' ? [0, block.text.length] : sentenceAt(block.text, $offsetIn(block, point))
  return domRange(editor, block, start, end)
}
