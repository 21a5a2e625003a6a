import { type Block, isInline, type Node } from '@nightdesk/contracts'
import { $getRoot } from 'lexical'
import { isFootnote, isFootnoteReference, referencesIn } from '../../footnotes/collect-footnotes.ts'
import { plainText } from '../../text/text.ts'
import { $findFootnotes, $nameOf } from '../footnotes/find-footnotes.ts'
import { $isFootnote } from '../footnotes/footnote-nodes.ts'
import { newName } from '../footnotes/insert-footnote.ts'

interface PastedText {
  body: Block[]
  /** The footnotes that the body refers to. */
  notes: Block[]
}

/** Separates the footnotes of pasted blocks, which go to the end. A footnote without its reference becomes a paragraph. */
export function $separateFootnotes(blocks: readonly Block[]): PastedText {
  const referenced = new Set(blocks.flatMap((block) => referencesIn(block)).map(({ block }) => block.note))
  const isCarried = (block: Block) => isFootnote(block) && referenced.has(block.note)
  const rename = $renameTaken(blocks.filter(isCarried))
  return {
    body: blocks.flatMap((block) => (isCarried(block) ? [] : rename(asParagraph(block)))),
    notes: blocks.filter(isCarried).map(rename),
  }
}

/** One line with soft breaks, which is all that a footnote can hold. */
export function asOneLine(blocks: readonly Block[]): Block[] {
  const lines = blocks.map(({ children }): Node[] =>
    children.some(isInline) ? children.filter(isInline) : [{ text: plainText(children) }],
  )
  const children = lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]))
  return [{ type: 'paragraph', children }]
}

function asParagraph(block: Block): Block {
  if (!isFootnote(block)) return block
  const { note: _note, ...paragraph } = block
  return { ...paragraph, type: 'paragraph' }
}

/** Gives new names to footnotes whose names are taken in the text, and to their references. */
function $renameTaken(notes: readonly Block[]): (block: Block) => Block {
  const taken = new Set([
    ...$findFootnotes().references.keys(),
    ...$getRoot().getChildren().filter($isFootnote).map($nameOf),
  ])
  const names = new Map(notes.flatMap(({ note }) => (taken.has(String(note)) ? [[note, newName()]] : [])))
  const rename = <T extends Node>(node: T): T => {
    const name = isFootnote(node) || isFootnoteReference(node) ? names.get(node.note) : undefined
    const children = Array.isArray(node.children) ? { children: node.children.map(rename) } : {}
    return { ...node, ...children, ...(name !== undefined && { note: name }) }
  }
  return names.size > 0 ? rename : (block) => block
}
