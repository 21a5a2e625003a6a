import { $isCodeNode } from '@lexical/code-core'
import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import {
  $addUpdateTag,
  $getEditor,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_HIGH,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type EditorState,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  INPUT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  type LexicalEditor,
  mergeRegister,
  PASTE_COMMAND,
  type PointType,
} from 'lexical'
import { $nodeAround, endsOf } from '../block-text.ts'

/** Milliseconds after which Lexical no longer waits for an input event, and reads the DOM itself. */
const LEXICAL_TIMEOUT_MS = 100

/**
 * Prevents that a slow browser types a letter twice. After Lexical has read a letter from the DOM, a rule such as Markdown
 * may have changed the text before the input event arrives: the event would insert the letter again.
 */
export function ignoreDuplicateInput(editor: LexicalEditor): () => void {
  let typedAt = Number.POSITIVE_INFINITY
  let isRead = false
  function expect({ timeStamp }: Event) {
    typedAt = timeStamp
    isRead = false
  }
  return mergeRegister(
    editor.registerRootListener((root) => {
      root?.addEventListener('textInput', expect, { capture: true })
      return () => root?.removeEventListener('textInput', expect, { capture: true })
    }),
    editor.registerUpdateListener(({ dirtyLeaves }) => {
      isRead ||= dirtyLeaves.size > 0 && performance.now() - typedAt > LEXICAL_TIMEOUT_MS
    }),
    editor.registerCommand(
      INPUT_COMMAND,
      () => {
        const isTyped = isRead
        typedAt = Number.POSITIVE_INFINITY
        isRead = false
        return isTyped
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  )
}

const TYPES = ['insertText', 'insertReplacementText', 'insertFromYank']

/**
 * Inserts all lines of a text that arrives as typed input, from dictation, the clipboard of an on-screen keyboard or a
 * browser extension. Lexical inserts only the first line.
 */
export function insertLines(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      (event) => {
        const isInserted = TYPES.includes(event.inputType) && $insertLines(event.data)
        if (isInserted) event.preventDefault()
        return isInserted
      },
      COMMAND_PRIORITY_HIGH,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (input) => $insertLines(typeof input === 'string' ? input : input.data),
      COMMAND_PRIORITY_HIGH,
    ),
    insertFromScripts(editor),
  )
}

/** Text that a script inserts by `execCommand`: an input event for each line and break, after the DOM has changed. */
interface Run {
  before: EditorState
  steps: number
  lines: string[]
}

/** Inserts such a run again as a whole when it ends, because the browser’s DOM changes break the tree. */
function insertFromScripts(editor: LexicalEditor): () => void {
  const history = getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState
  let announced: string | null | undefined
  let run: Run | undefined
  const end = () => {
    const ended = run
    run = undefined
    if (!ended || ended.lines.length === 1) return
    editor.setEditorState(ended.before, { tag: HISTORY_MERGE_TAG })
    history.peek().undoStack.splice(ended.steps)
    editor.update(() => void $insertLines(ended.lines.join('\n')))
  }
  return mergeRegister(
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      ({ data }) => {
        announced = data
        return false
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      INPUT_COMMAND,
      ({ inputType, data }) => {
        const isAnnounced = announced === data
        announced = undefined
        if (inputType !== 'insertText' || isAnnounced) return false
        // After the inserting script has ended.
        if (!run) queueMicrotask(end)
        run ??= { before: editor.getEditorState(), steps: history.peek().undoStack.length, lines: [''] }
        if (data === null) run.lines.push('')
        else run.lines.push((run.lines.pop() ?? '') + data)
        return run.lines.length > 1
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  )
}

/** @returns whether the text had several lines; a single line end is the Enter key */
function $insertLines(text: string | null): boolean {
  const selection = $getSelection()
  if (!text || !$isRangeSelection(selection) || !/[^\r\n]/.test(text) || !/[\r\n]/.test(text)) return false
  $addUpdateTag(HISTORY_PUSH_TAG)
  const lines = text.replace(/\r\n?/g, '\n')
  if ($nodeAround($isCodeNode)) selection.insertRawText(lines)
  else $insertParagraphs(lines.split(/\n+/))
  return true
}

function $insertParagraphs(lines: readonly string[]): void {
  lines.forEach((line, index) => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection)) return
    // As the Enter key: a footnote is one block.
    if (index > 0) $getEditor().dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined)
    const here = $getSelection()
    if (line !== '' && $isRangeSelection(here)) here.insertText(line)
  })
}

/**
 * Text that replaces a word gets the marks of that word. Browsers begin the selection of a word at the end of the text
 * before it, whose marks Lexical would use.
 */
export function keepReplacedFormat(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(BEFORE_INPUT_COMMAND, $moveStart, COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(PASTE_COMMAND, $moveStart, COMMAND_PRIORITY_CRITICAL),
  )
}

function $moveStart(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || selection.isCollapsed()) return false
  const [start, end] = endsOf(selection)
  const node = start.getNode()
  const next = node.getNextSibling()
  if (!$isTextNode(node) || !$isTextNode(next) || start.offset < node.getTextContentSize()) return false
  start.set(next.getKey(), 0, 'text')
  $moveEnd(start, end)
  selection.setFormat(next.getFormat())
  return false
}

/** For the same reason at the other end: excludes the empty part of the text after the selection. */
function $moveEnd(start: PointType, end: PointType): void {
  const before = end.getNode().getPreviousSibling()
  if (end.type !== 'text' || end.offset > 0 || end.key === start.key || !$isTextNode(before)) return
  end.set(before.getKey(), before.getTextContentSize(), 'text')
}
