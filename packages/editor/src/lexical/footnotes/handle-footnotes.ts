import { $isAtEdgeOfElement } from '@lexical/selection'
import {
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  COMMAND_PRIORITY_NORMAL,
  DELETE_CHARACTER_COMMAND,
  DELETE_LINE_COMMAND,
  DELETE_WORD_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  isHTMLElement,
  KEY_ESCAPE_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { INSERT_FOOTNOTE_COMMAND } from './commands.ts'
import { copyFootnotes } from './copy-footnotes.ts'
import { $findFootnotes, $footnoteAtCaret, $isFootnoteReference, $nameOf } from './find-footnotes.ts'
import { $isFootnote } from './footnote-nodes.ts'
import { $insertFootnote, $openFootnote, $returnToText } from './insert-footnote.ts'
import { numberFootnotes } from './number-footnotes.ts'

const DELETIONS = [DELETE_CHARACTER_COMMAND, DELETE_WORD_COMMAND, DELETE_LINE_COMMAND]

/** Numbers, keys and clipboard of footnotes. @returns a function that stops them */
export function handleFootnotes(editor: LexicalEditor): () => void {
  return mergeRegister(
    numberFootnotes(editor),
    copyFootnotes(editor),
    editor.registerCommand(INSERT_FOOTNOTE_COMMAND, () => $insertFootnote(editor), COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(KEY_ESCAPE_COMMAND, () => $returnToText(editor), COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(INSERT_PARAGRAPH_COMMAND, $breakLine, COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(CLICK_COMMAND, (event) => $openClicked(editor, event), COMMAND_PRIORITY_LOW),
    ...DELETIONS.map((command) => editor.registerCommand(command, $guardEdges, COMMAND_PRIORITY_NORMAL)),
  )
}

/** A footnote is one block, in which Enter begins a new line. */
function $breakLine(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !$footnoteAtCaret()) return false
  selection.insertLineBreak()
  return true
}

function $openClicked(editor: LexicalEditor, { target }: MouseEvent): boolean {
  const node = isHTMLElement(target) ? $getNearestNodeFromDOMNode(target) : null
  if (!$isFootnoteReference(node)) return false
  $openFootnote(editor, node)
  return true
}

/** Text never flows in or out of a footnote. Backspace in an empty one removes it with its references. */
function $guardEdges(isBackward: boolean): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
  const block = selection.anchor.getNode().getTopLevelElement()
  if (!$isElementNode(block)) return false
  if (!$isAtEdgeOfElement(selection.anchor, block, isBackward ? 'previous' : 'next')) return false
  if (!isBackward) return $isFootnote(block.getNextSibling())
  if (!$isFootnote(block)) return false
  if (block.isEmpty()) $removeReferences($nameOf(block))
  return true
}

function $removeReferences(name: string): void {
  const references = $findFootnotes().references.get(name) ?? []
  references[0]?.selectPrevious()
  for (const reference of references) reference.remove()
}
