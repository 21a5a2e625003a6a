import {
  $findMatchingParent,
  $getRoot,
  $getSelection,
  $getState,
  $isElementNode,
  $isRangeSelection,
  type ElementNode,
  type LexicalNode,
} from 'lexical'
import { slateState } from '../state.ts'
import { $isFootnote, type FootnoteNode, FootnoteReferenceNode } from './footnote-nodes.ts'

/** The footnotes of the text in the editor. */
export interface FoundFootnotes {
  /** By the names of their footnotes, in the order of the text. */
  references: Map<string, FootnoteReferenceNode[]>
  /** By their names, in the order of their numbers; only those with a reference. */
  numbered: Map<string, FootnoteNode>
  /** Without a reference, or further ones with the same name. */
  unreferenced: FootnoteNode[]
}

export const $isFootnoteReference = (node: LexicalNode | null | undefined): node is FootnoteReferenceNode =>
  node instanceof FootnoteReferenceNode

/** The name that a footnote and its references share. */
export function $nameOf(node: FootnoteNode | FootnoteReferenceNode): string {
  const name = $getState(node, slateState)?.note
  return typeof name === 'string' ? name : ''
}

/** As `collectFootnotes`, for the nodes of the editor. */
export function $findFootnotes(): FoundFootnotes {
  const blocks = $getRoot().getChildren()
  const notes = blocks.filter($isFootnote)
  const byName = new Map(notes.toReversed().map((note) => [$nameOf(note), note]))
  const references: FoundFootnotes['references'] = new Map()
  const numbered: FoundFootnotes['numbered'] = new Map()
  for (const block of blocks) if (!$isFootnote(block)) $collectReferences(block, references)
  // Footnotes can have footnotes: the iteration reaches those that are added during it.
  for (const name of references.keys()) {
    const note = byName.get(name)
    if (!note) continue
    numbered.set(name, note)
    $collectReferences(note, references)
  }
  const known = new Set(numbered.values())
  return { references, numbered, unreferenced: notes.filter((note) => !known.has(note)) }
}

function $collectReferences(node: LexicalNode, references: FoundFootnotes['references']): void {
  if ($isFootnoteReference(node)) {
    const name = $nameOf(node)
    references.set(name, [...(references.get(name) ?? []), node])
  }
  if ($isElementNode(node)) $collectFromChildren(node, references)
}

function $collectFromChildren(parent: ElementNode, references: FoundFootnotes['references']): void {
  for (let child = parent.getFirstChild(); child; child = child.getNextSibling()) {
    $collectReferences(child, references)
  }
}

/** The footnote around the caret. */
export function $footnoteAtCaret(): FootnoteNode | null {
  const selection = $getSelection()
  return $isRangeSelection(selection) ? $findMatchingParent(selection.anchor.getNode(), $isFootnote) : null
}
