import './writing-aids.css'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type PointType,
  registerEventListeners,
} from 'lexical'
import { useEffect, useState } from 'react'
import { $blockAround, $caret, $offsetIn, $readBlockText, domRange, endsOf } from './block-text.ts'
import { REPLACED_TAG } from './commands.ts'
import { highlight } from './on-screen.ts'
import { sentenceAt } from './sentences.ts'
import type { TextCounter } from './text-counter.ts'

export type Passage = 'sentence' | 'paragraph'

/** Name of the highlight that `writing-aids.css` styles. */
const HIGHLIGHT = 'editor-lit'

/** Lights up the sentence or paragraph at the caret, and dims the rest; without a passage, does nothing. */
export function useLitPassage(editor: LexicalEditor, passage: Passage | null): void {
  useEffect(() => {
    // Without highlights, nothing may be dimmed.
    if (!passage || !('highlights' in CSS)) return
    const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
    const light = () => {
      const range = editor.getEditorState().read(() => $passageRange(editor, passage))
      highlight(HIGHLIGHT, range ? [range] : [])
    }
    light()
    frame?.setAttribute('data-lit', '')
    const stop = editor.registerUpdateListener(light)
    return () => {
      stop()
      frame?.removeAttribute('data-lit')
      highlight(HIGHLIGHT, [])
    }
  }, [editor, passage])
}

/** From the passage at the start of the selection to that at its end. */
function $passageRange(editor: LexicalEditor, passage: Passage): Range | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return null
  const [start, end] = endsOf(selection)
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

/**
 * The words that were added since the editor was opened, less those that were deleted; undefined until they are counted. A text
 * that replaced the whole text, such as an older version or the merged changes of others, adds nothing.
 */
export function useSessionWords(editor: LexicalEditor, counter: TextCounter): number | undefined {
  const [added, setAdded] = useState<number>()
  useEffect(() => {
    let before: number | undefined
    let written = 0
    let isReplaced = false
    const count = () => {
      const words = counter.words()
      if (words === undefined) return
      if (before === undefined || isReplaced) before = words - written
      isReplaced = false
      written = words - before
      setAdded(written)
    }
    count()
    return mergeRegister(
      counter.subscribe(count),
      editor.registerUpdateListener(({ tags }) => {
        isReplaced ||= tags.has(REPLACED_TAG)
      }),
    )
  }, [editor, counter])
  return added
}

/** Keeps the line with the caret at one height while `isOn`. */
export function useTypewriterScrolling(editor: LexicalEditor, isOn: boolean): void {
  useEffect(() => (isOn ? scrollAsTypewriter(editor) : undefined), [editor, isOn])
}

/** The height of the line, as a part of the window. */
const HEIGHT = 0.45
/** Pixels within which a line counts as in its place. */
const TOLERANCE = 2

/** Scrolls after keys only: a press or a selection by the pointer is never answered by a movement of the text. */
function scrollAsTypewriter(editor: LexicalEditor): () => void {
  const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)')
  let isByPointer = false
  let request = 0
  const onPress = () => {
    isByPointer = true
  }
  const scroll = () => {
    request = 0
    const line = caretRect(editor)
    if (!line) return
    const { offsetTop = 0, height = window.innerHeight } = window.visualViewport ?? {}
    const distance = (line.top + line.bottom) / 2 - (offsetTop + HEIGHT * height)
    if (Math.abs(distance) <= TOLERANCE) return
    window.scrollBy({ top: distance, behavior: isCalm.matches ? 'instant' : 'smooth' })
  }
  const plan = () => {
    if (!isByPointer) request ||= requestAnimationFrame(scroll)
  }

  frame?.setAttribute('data-typewriter', '')
  plan()
  return mergeRegister(
    registerEventListeners(window, { pointerdown: onPress }, true),
    editor.registerUpdateListener(plan),
    editor.registerCommand(
      KEY_DOWN_COMMAND,
      () => {
        isByPointer = false
        return false
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    () => {
      cancelAnimationFrame(request)
      frame?.removeAttribute('data-typewriter')
    },
  )
}

/** The line of the caret; null while text is selected or the focus is elsewhere. */
function caretRect(editor: LexicalEditor): DOMRect | null {
  if (document.activeElement !== editor.getRootElement()) return null
  const key = editor.getEditorState().read($caret)?.key
  if (key === undefined) return null
  const caret = getSelection()?.getRangeAt(0).getClientRects()[0]
  // The caret of an empty line has no box.
  return caret ?? editor.getElementByKey(key)?.getBoundingClientRect() ?? null
}
