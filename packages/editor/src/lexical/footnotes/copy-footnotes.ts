import {
  $getClipboardDataFromSelection,
  $getHtmlContent,
  setLexicalClipboardDataTransfer,
} from '@lexical/clipboard'
import {
  $createRangeSelection,
  $getEditor,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_NORMAL,
  COPY_COMMAND,
  CUT_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
} from 'lexical'
import type { LexicalJson } from '../../blocks/block.ts'
import { blocksOf } from '../../convert.ts'
import { $exportNode } from '../changes.ts'
import { htmlWithNotes, textWithNotes } from './clipboard-notes.ts'
import { $findFootnotes, $isFootnoteReference, $nameOf } from './find-footnotes.ts'
import { $isFootnote, type FootnoteNode } from './footnote-nodes.ts'

/** The type of this editor’s content on the clipboard. */
const OWN_TYPE = 'application/x-lexical-editor'

/** A passage is copied with the footnotes that it refers to, also for other programs. */
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

/** What is selected, for the clipboard; undefined if it refers to no footnote. */
function $dataWithFootnotes() {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || selection.isCollapsed()) return
  const nodes = selection.getNodes()
  const notes = $notesOf(nodes)
  if (notes.size === 0) return
  const data = $getClipboardDataFromSelection(selection)
  const selected = new Set(nodes.filter($isFootnote).map($nameOf))
  const missing = [...notes].flatMap(([name, note]) => (selected.has(name) ? [] : [$exportNode(note)]))
  // Lexical has just written it.
  const own = JSON.parse(data[OWN_TYPE] ?? '{"nodes":[]}') as { nodes: LexicalJson[] }
  const withFootnotes = { ...own, nodes: [...own.nodes, ...missing] }
  return {
    ...data,
    [OWN_TYPE]: JSON.stringify(withFootnotes),
    'text/html': htmlWithNotes(
      { html: data['text/html'] ?? '', references: $referencedIn(nodes), notes: [...selected] },
      new Map([...notes].map(([name, note]) => [name, $copyNote(note)])),
    ),
    'text/plain': textWithNotes(blocksOf(withFootnotes.nodes), [...notes.keys()]),
  }
}

/** The footnotes that nodes refer to, by name, and those that these refer to. */
function $notesOf(nodes: readonly LexicalNode[]): Map<string, FootnoteNode> {
  const { numbered } = $findFootnotes()
  const found = new Map<string, FootnoteNode>()
  const add = (names: readonly string[]) => {
    for (const name of names) {
      const note = numbered.get(name)
      if (!note || found.has(name)) continue
      found.set(name, note)
      add($referencedIn(note.getChildren()))
    }
  }
  add($referencedIn(nodes))
  return found
}

/** The names of the notes of references, in the order of these. */
const $referencedIn = (nodes: readonly LexicalNode[]) => nodes.filter($isFootnoteReference).map($nameOf)

function $copyNote(note: FootnoteNode) {
  const selection = $createRangeSelection()
  selection.anchor.set(note.getKey(), 0, 'element')
  selection.focus.set(note.getKey(), note.getChildrenSize(), 'element')
  return { html: $getHtmlContent($getEditor(), selection), references: $referencedIn(selection.getNodes()) }
}
