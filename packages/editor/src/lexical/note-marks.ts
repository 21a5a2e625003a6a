import './note-marks.css'
import {
  $createRangeSelection,
  $getSelection,
  $setSelection,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  registerEventListeners,
} from 'lexical'
import { compareTexts, describeRange, followAnchor, type TextRange } from '../anchors.ts'
import { type DomText, readDomText } from '../anchors-dom.ts'
import { $isFootnoteReference } from './nodes.ts'
import { highlight, reveal } from './on-screen.ts'
import { whenIdle } from './when-idle.ts'

/** The words of the editor that notes are about. */
export type NoteMarks = ReturnType<typeof createNoteMarks>

/** Names of the highlights that `note-marks.css` styles. */
const ALL = 'editor-note'
const CURRENT = 'editor-note-current'

export function createNoteMarks(editor: LexicalEditor) {
  let words = readWords(editor)
  const replaced = new WeakSet<TextRange>()
  const domRange = (range: TextRange) => words?.domRange(range)
  const paint = (name: string, ranges: readonly TextRange[]) =>
    highlight(
      name,
      ranges.flatMap((range) => domRange(range) ?? []),
    )
  return {
    /** Calls back with the words, now and soon after each change. @returns a function that stops it */
    watch(callback: (text: string) => void) {
      let cancel: (() => void) | undefined
      const read = () => {
        cancel = undefined
        words = readWords(editor)
        callback(words?.text ?? '')
      }
      read()
      const stop = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
        if (dirtyElements.size + dirtyLeaves.size > 0) cancel ??= whenIdle(read)
        else if (cancel) {
          // The caret moves: words between two changes that are read as one could not be found again.
          cancel()
          read()
        }
      })
      return () => {
        stop()
        cancel?.()
        for (const name of [ALL, CURRENT]) paint(name, [])
      }
    },
    /** Highlights these words, and those of the current note stronger. */
    paint(ranges: readonly TextRange[], current?: TextRange) {
      paint(ALL, ranges)
      paint(CURRENT, current ? [current] : [])
    },
    /** The distance of words from the top of the page, in pixels; undefined if they are not on it. */
    topOf(range: TextRange) {
      const rect = domRange(range)?.getBoundingClientRect()
      return rect && rect.top + window.scrollY
    },
    /** Scrolls to words, unless they are in view. */
    reveal(range: TextRange) {
      const place = domRange(range)
      if (place) reveal(editor, place)
    },
    /** Calls back with the position in the text of each click. @returns a function that stops it */
    onClick(callback: (position: number) => void) {
      const root = editor.getRootElement()
      const click = () => {
        const caret = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : undefined
        const position = caret && words?.positionOf(caret)
        if (position !== undefined) callback(position)
      }
      return root ? registerEventListeners(root, { click }) : () => {}
    },
    /** Replaces words once, as one step of undo. @returns false when they are not there any more */
    async replace(range: TextRange, replacement: string) {
      const before = words
      // Before the change, or the focus would be recorded in the same step of undo.
      await new Promise<void>((resolve) => editor.focus(resolve))
      // The text may have changed since it was read, also by the first of two clicks.
      words = readWords(editor)
      const now = before && words && follow(before.text, words.text, range)
      const place = now && domRange(now)
      if (!place || replaced.has(range)) return false
      replaced.add(range)
      replaceWords(editor, place, replacement)
      return true
    },
  }
}

const follow = (before: string, after: string, range: TextRange): TextRange | undefined =>
  followAnchor(compareTexts(before, after), { anchor: describeRange(before, range), range }).range

function readWords(editor: LexicalEditor): DomText | undefined {
  const root = editor.getRootElement()
  return root ? readDomText(root) : undefined
}

function replaceWords(editor: LexicalEditor, place: Range, replacement: string): void {
  editor.update(
    () => {
      const selection = $createRangeSelection()
      selection.applyDOMRange(place)
      $setSelection(selection)
      // A reader does not replace the footnotes that the words refer to.
      const references = selection.getNodes().filter($isFootnoteReference)
      // Only this keeps the marks of the words, but it takes a line end for a letter.
      if (replacement.includes('\n')) selection.insertRawText(replacement)
      else selection.insertText(replacement)
      $getSelection()?.insertNodes(references)
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  )
}
