import { $getClipboardDataFromSelection, setLexicalClipboardDataTransfer } from '@lexical/clipboard'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_NORMAL,
  COPY_COMMAND,
  CUT_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { $exportNode } from '../changes.ts'
import { $findFootnotes, $nameOf, $referencesIn } from './find-footnotes.ts'
import { $isFootnote } from './footnote-nodes.ts'

/** The type of this editor’s content on the clipboard. */
const OWN_TYPE = 'application/x-lexical-editor'

/** A passage is copied with the footnotes that it refers to. */
export function copyFootnotes(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(COPY_COMMAND, $copy, COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(CUT_COMMAND, $cut, COMMAND_PRIORITY_NORMAL),
  )
}

function $copy(event: unknown): boolean {
  if (!(event instanceof ClipboardEvent) || !event.clipboardData) return false
  const data = $dataWithFootnotes()
  if (!data) return false
  event.preventDefault()
  setLexicalClipboardDataTransfer(event.clipboardData, data)
  return true
}

function $cut(event: unknown): boolean {
  const isCopied = $copy(event)
  const selection = $getSelection()
  if (isCopied && $isRangeSelection(selection)) selection.removeText()
  return isCopied
}

/** What is selected, for the clipboard; undefined if no footnote has to be added. */
function $dataWithFootnotes() {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || selection.isCollapsed()) return
  const nodes = selection.getNodes()
  const names = [...$referencesIn(nodes).keys()]
  const selected = new Set(nodes.filter($isFootnote).map($nameOf))
  const { numbered } = $findFootnotes()
  const missing = names.flatMap((name) => (selected.has(name) ? [] : (numbered.get(name) ?? [])))
  if (missing.length === 0) return
  const data = $getClipboardDataFromSelection(selection)
  // Lexical has just written it.
  const own = JSON.parse(data[OWN_TYPE] ?? '{"nodes":[]}') as { nodes: unknown[] }
  const withFootnotes = { ...own, nodes: [...own.nodes, ...missing.map($exportNode)] }
  return { ...data, [OWN_TYPE]: JSON.stringify(withFootnotes) }
}
