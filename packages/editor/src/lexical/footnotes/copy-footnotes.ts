import {
  $getClipboardDataFromSelection,
  $getHtmlContent,
  $writeDragSourceToDataTransfer,
  setLexicalClipboardDataTransfer,
} from '@lexical/clipboard'
import type { Block, Node } from '@nightdesk/contracts'
import {
  $createRangeSelection,
  $getEditor,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_NORMAL,
  COPY_COMMAND,
  CUT_COMMAND,
  DRAGSTART_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
} from 'lexical'
import type { LexicalJson } from '../../blocks/block.ts'
import { blocksOf } from '../../convert.ts'
import { isFootnote, isFootnoteReference } from '../../footnotes.ts'
import { plainText } from '../../text/text.ts'
import { $exportNode } from '../content.ts'
import { $isFootnote, $isFootnoteReference, type FootnoteNode } from '../nodes.ts'
import { $findFootnotes, $nameOf } from './footnotes.ts'

/** The type of this editor’s content on the clipboard. */
const OWN_TYPE = 'application/x-lexical-editor'

/** A passage is copied and dragged with the footnotes that it refers to, also for other programs. */
export function copyFootnotes(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(COPY_COMMAND, $copy, COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(CUT_COMMAND, $cut, COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(DRAGSTART_COMMAND, (event) => $drag(editor, event), COMMAND_PRIORITY_NORMAL),
  )
}

function $copy(event: unknown): boolean {
  if (!(event instanceof ClipboardEvent) || !$writeWithFootnotes(event.clipboardData)) return false
  event.preventDefault()
  return true
}

function $cut(event: unknown): boolean {
  const isCopied = $copy(event)
  const selection = $getSelection()
  if (isCopied && $isRangeSelection(selection)) selection.removeText()
  return isCopied
}

function $drag(editor: LexicalEditor, { dataTransfer }: DragEvent): boolean {
  if (!dataTransfer || !$writeWithFootnotes(dataTransfer)) return false
  $writeDragSourceToDataTransfer(dataTransfer, editor)
  return true
}

/** @returns whether the selection refers to footnotes. Otherwise, Lexical writes it */
function $writeWithFootnotes(transfer: DataTransfer | null): boolean {
  const data = transfer && $dataWithFootnotes()
  if (!data) return false
  setLexicalClipboardDataTransfer(transfer, data)
  return true
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

/** HTML of nodes of the editor. */
interface CopiedHtml {
  html: string
  /** The names of the notes of all references in it, in order. */
  references: readonly string[]
}

interface CopiedPassage extends CopiedHtml {
  /** The names of the notes in it, in order. */
  notes: readonly string[]
}

/** As their nodes make them. */
const NOTES_AND_REFERENCES =
  /<div class="editor-footnote"[^>]*>(.*?)<\/div>|<sup class="footnote-reference"[^>]*><\/sup>/gs

/**
 * The HTML of a passage with its notes at the end, numbered from 1, as LibreOffice (by classes and ids) and Word (by styles)
 * write footnotes; other programs show links to the notes and back.
 * @param notes by name; their HTML is one line
 */
export function htmlWithNotes(passage: CopiedPassage, notes: ReadonlyMap<string, CopiedHtml>): string {
  const names = [...notes.keys()]
  const linked = new Set<string>()
  function refer(name: string | undefined): string {
    if (name === undefined || !notes.has(name)) return ''
    const isFirst = !linked.has(name)
    linked.add(name)
    return linkToNote(names.indexOf(name) + 1, isFirst)
  }
  function withLinks({ html, references }: CopiedHtml, own: readonly string[] = []): string {
    const [nextReference, nextNote] = [references.values(), own.values()]
    const replace = (part: string): string =>
      part.replace(NOTES_AND_REFERENCES, (_element, line?: string) => {
        if (line === undefined) return refer(nextReference.next().value)
        if (!notes.has(nextNote.next().value ?? '')) return replace(line)
        // It is written at the end, with its references.
        for (const _ of line.matchAll(NOTES_AND_REFERENCES)) nextReference.next()
        return ''
      })
    return replace(html)
  }
  const body = withLinks(passage, passage.notes)
  const list = [...notes.values()].map((note, index) => noteElement(index + 1, withLinks(note)))
  return `${body}<div style="mso-element:footnote-list">${list.join('')}</div>`
}

/** A second link to a note is a plain one, because a footnote of those programs has one reference. */
function linkToNote(number: number, isFirst: boolean): string {
  const id = `sdfootnote${number}`
  if (!isFirst) return `<a href="#${id}sym"><sup>${number}</sup></a>`
  const keys = `class="sdfootnoteanc" name="${id}anc" href="#${id}sym" style="mso-footnote-id:${id}"`
  return `<a ${keys}><sup>${sign(number)}</sup></a>`
}

function noteElement(number: number, line: string): string {
  const id = `sdfootnote${number}`
  const keys = `class="sdfootnotesym" name="${id}sym" href="#${id}anc" style="mso-footnote-id:${id}"`
  const text = `<p class="sdfootnote"><a ${keys}>${sign(number)}</a> ${line}</p>`
  return `<div id="${id}" style="mso-element:footnote">${text}</div>`
}

/** Word numbers its footnotes itself, and skips what is in the condition. */
const sign = (number: number) =>
  `<span style="mso-special-character:footnote"><![if !supportFootnotes]>${number}<![endif]></span>`

/**
 * The plain text of a passage with its notes at the end: "[1] See there."
 * @param blocks the passage and the notes
 * @param names of the notes, in the order of their numbers
 */
export function textWithNotes(blocks: readonly Block[], names: readonly string[]): string {
  const signs = new Map<unknown, string>(names.map((name, index) => [name, `[${index + 1}]`]))
  const withSigns = <T extends Node>(node: T): T => {
    if (!Array.isArray(node.children)) return node
    const children = node.children.map((child: Node) =>
      isFootnoteReference(child) ? { text: signs.get(child.note) ?? '' } : withSigns(child),
    )
    return { ...node, children }
  }
  const notes = new Map<unknown, Block>(
    blocks.filter(isFootnote).map((block) => [block.note, withSigns(block)]),
  )
  const body = blocks.filter((block) => !isFootnote(block) || !signs.has(block.note))
  const lines = [...signs].map(([name, sign]) => `${sign} ${plainText([notes.get(name) ?? []].flat())}`)
  return `${plainText(body.map(withSigns))}\n\n${lines.join('\n')}`
}
