import type { Block, Node } from '@nightdesk/contracts'
import { isFootnote, isFootnoteReference, referencesIn } from '../../footnotes/collect-footnotes.ts'
import { newName } from '../footnotes/insert-footnote.ts'

interface PastedText {
  body: Block[]
  /** The footnotes that the body refers to. */
  notes: Block[]
}

/**
 * Separates the footnotes of pasted blocks, which go to the end. They and their references get new names, because those on
 * the clipboard may be taken. A footnote without its reference becomes a paragraph.
 */
export function separateFootnotes(blocks: readonly Block[]): PastedText {
  const referenced = new Set(blocks.flatMap((block) => referencesIn(block)).map(({ block }) => block.note))
  const isCarried = (block: Block) => isFootnote(block) && referenced.has(block.note)
  const carried = blocks.filter(isCarried)
  const names = new Map(carried.map(({ note }) => [note, newName()]))
  const rename = <T extends Node>(node: T): T => {
    const name = isFootnote(node) || isFootnoteReference(node) ? names.get(node.note) : undefined
    const children = Array.isArray(node.children) ? { children: node.children.map(rename) } : {}
    return { ...node, ...children, ...(name !== undefined && { note: name }) }
  }
  const body = blocks.filter((block) => !isCarried(block)).map(asParagraph)
  return names.size === 0 ? { body, notes: [] } : { body: body.map(rename), notes: carried.map(rename) }
}

function asParagraph(block: Block): Block {
  if (!isFootnote(block)) return block
  const { note: _note, ...paragraph } = block
  return { ...paragraph, type: 'paragraph' }
}
