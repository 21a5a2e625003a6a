import { $isCodeNode } from '@lexical/code-core'
import { $isAtEdgeOfElement } from '@lexical/selection'
import {
  $addUpdateTag,
  $create,
  $findMatchingParent,
  $getNearestNodeFromDOMNode,
  $getRoot,
  $getSelection,
  $getState,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $setState,
  BEFORE_INPUT_COMMAND,
  CLICK_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  COMMAND_PRIORITY_NORMAL,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  CUT_COMMAND,
  DRAGSTART_COMMAND,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  INSERT_LINE_BREAK_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  isHTMLElement,
  KEY_ESCAPE_COMMAND,
  type LexicalCommand,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  PASTE_COMMAND,
  type PointType,
  type RangeSelection,
  SKIP_DOM_SELECTION_TAG,
  type UpdateListenerPayload,
} from 'lexical'
import { orderFootnotes } from '../../footnotes.ts'
import { $caret, $nodeAround, endsOf } from '../block-text.ts'
import { announce, DELETIONS, INSERT_FOOTNOTE_COMMAND } from '../commands.ts'
import {
  $isFootnote,
  $isFootnoteReference,
  $keepOutOfFootnotes,
  $selectEndOfBody,
  FootnoteNode,
  FootnoteReferenceNode,
  storedKeys,
} from '../nodes.ts'

/** Numbers and keys of footnotes. @returns a function that stops them */
export function handleFootnotes(editor: LexicalEditor): () => void {
  return mergeRegister(
    numberFootnotes(editor),
    editor.registerCommand(INSERT_FOOTNOTE_COMMAND, () => $insertFootnote(editor), COMMAND_PRIORITY_EDITOR),
    editor.registerCommand(KEY_ESCAPE_COMMAND, (event) => $escape(editor, event), COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(INSERT_PARAGRAPH_COMMAND, $breakLine, COMMAND_PRIORITY_NORMAL),
    editor.registerCommand(CLICK_COMMAND, (event) => $openClicked(editor, event), COMMAND_PRIORITY_LOW),
    ...DELETIONS.map((command) => editor.registerCommand(command, $guardEdges, COMMAND_PRIORITY_NORMAL)),
    guardRanges(editor),
  )
}

/** Escape leads back to the text, and then does not end focus mode. */
function $escape(editor: LexicalEditor, event: KeyboardEvent): boolean {
  if (!$returnToText(editor)) return false
  event.preventDefault()
  return true
}

/** A footnote is one block, in which Enter begins a new line. */
function $breakLine(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !$nodeAround($isFootnote)) return false
  selection.insertLineBreak()
  return true
}

function $openClicked(editor: LexicalEditor, { target }: MouseEvent): boolean {
  const node = isHTMLElement(target) ? $getNearestNodeFromDOMNode(target) : null
  if (!$isFootnoteReference(node)) return false
  $openFootnote(editor, node)
  return true
}

/** What replaces or removes a selection across the edge of a footnote leaves the other part as it is. */
function guardRanges(editor: LexicalEditor): () => void {
  const guard = <T>(command: LexicalCommand<T>) =>
    editor.registerCommand(command, $keepOutOfFootnotes, COMMAND_PRIORITY_CRITICAL)
  return mergeRegister(
    guard(BEFORE_INPUT_COMMAND),
    guard(CONTROLLED_TEXT_INSERTION_COMMAND),
    guard(CUT_COMMAND),
    // What is dragged is removed where it was.
    guard(DRAGSTART_COMMAND),
    guard(INSERT_LINE_BREAK_COMMAND),
    guard(INSERT_PARAGRAPH_COMMAND),
    guard(PASTE_COMMAND),
    ...DELETIONS.map(guard),
  )
}

/** Text never flows in or out of a footnote. Backspace in an empty one removes it with its references. */
function $guardEdges(isBackward: boolean): boolean {
  const caret = $caret()
  const block = caret?.getNode().getTopLevelElement()
  if (!caret || !$isElementNode(block)) return false
  if (!$isAtEdgeOfElement(caret, block, isBackward ? 'previous' : 'next')) return false
  if (!isBackward) return $isFootnote(block.getNextSibling())
  if (!$isFootnote(block)) return false
  if (block.isEmpty()) $removeWithReferences(block)
  return true
}

function $removeWithReferences(note: FootnoteNode): void {
  const references = $findFootnotes().references.get($nameOf(note)) ?? []
  if (references[0]) references[0].selectPrevious()
  else $selectEndOfBody()
  for (const node of [note, ...references]) node.remove()
}

/**
 * Inserts a reference after the selection, and moves the caret to its new footnote. From a footnote, the caret returns to
 * the text; directly after a reference, it goes to the footnote of that reference.
 */
function $insertFootnote(editor: LexicalEditor): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  if ($returnToText(editor)) return true
  const [, end] = endsOf(selection)
  // Lines of code hold text only.
  if ($findMatchingParent(end.getNode(), $isCodeNode)) return false
  const before = $nodeBefore(end)
  if (selection.isCollapsed() && $isFootnoteReference(before)) $openFootnote(editor, before)
  else $insertAt(end, selection, editor)
  return true
}

/** Moves the caret to the footnote of a reference, which is made if it is missing. */
function $openFootnote(editor: LexicalEditor, reference: FootnoteReferenceNode): void {
  const name = $nameOf(reference)
  const note = $findFootnotes().numbered.get(name) ?? $appendFootnote(name)
  note.selectEnd()
  announce(editor, `Footnote ${[...$findFootnotes().numbered.keys()].indexOf(name) + 1}`)
}

/** Moves the caret from a footnote to its first reference. @returns whether the caret was in a footnote */
export function $returnToText(editor: LexicalEditor): boolean {
  const note = $nodeAround($isFootnote)
  if (!note) return false
  const [reference] = $findFootnotes().references.get($nameOf(note)) ?? []
  if (reference) reference.selectNext(0, 0)
  else $selectEndOfBody()
  announce(editor, 'Back in the text')
  return true
}

/** Random, so that footnotes of two writers differ when their texts are merged. */
export const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('')

function $insertAt(end: PointType, selection: RangeSelection, editor: LexicalEditor): void {
  const { key, offset, type } = end
  selection.anchor.set(key, offset, type)
  selection.focus.set(key, offset, type)
  $addUpdateTag(HISTORY_PUSH_TAG)
  const reference = $setState($create(FootnoteReferenceNode), storedKeys, { note: newName() })
  selection.insertNodes([reference])
  $openFootnote(editor, reference)
}

function $appendFootnote(name: string): FootnoteNode {
  const note = $setState($create(FootnoteNode), storedKeys, { note: name })
  $getRoot().append(note)
  return note
}

function $nodeBefore(point: PointType): LexicalNode | null {
  const node = point.getNode()
  if ($isTextNode(node)) return point.offset === 0 ? node.getPreviousSibling() : null
  return $isElementNode(node) ? node.getChildAtIndex(point.offset - 1) : null
}

type FoundFootnotes = ReturnType<typeof $findFootnotes>

/** The name that a footnote and its references share. */
export function $nameOf(node: FootnoteNode | FootnoteReferenceNode): string {
  const name = $getState(node, storedKeys)?.note
  return typeof name === 'string' ? name : ''
}

export function $findFootnotes() {
  const blocks = $getRoot().getChildren()
  return orderFootnotes<LexicalNode, FootnoteNode, FootnoteReferenceNode, string>(
    blocks.filter((block) => !$isFootnote(block)),
    blocks.filter($isFootnote).map((note) => [$nameOf(note), note]),
    (block) => $referencesIn(block).map((reference) => [$nameOf(reference), reference]),
  )
}

function $referencesIn(node: LexicalNode): FootnoteReferenceNode[] {
  if ($isFootnoteReference(node)) return [node]
  return $isElementNode(node) ? node.getChildren().flatMap($referencesIn) : []
}

/**
 * Numbers footnotes, and keeps them at the end in the order of their references. A footnote whose last reference is removed
 * is removed with it, and so are the references to a removed footnote: in the same step of undo.
 */
function numberFootnotes(editor: LexicalEditor): () => void {
  let known = editor.read($findFootnotes)
  return mergeRegister(
    // Also when the text gets new elements.
    editor.registerRootListener(() => paintNumbers(editor, known)),
    editor.registerUpdateListener((update) => {
      const hasFootnotes = known.references.size + known.unreferenced.length > 0
      if (!mayChangeFootnotes(update, hasFootnotes)) return
      const before = known
      known = update.editorState.read($findFootnotes)
      paintNumbers(editor, known)
      if (update.tags.has(HISTORIC_TAG) || update.editorState.read(() => $isTidy(before, known))) return
      const isElsewhere = update.tags.has(SKIP_DOM_SELECTION_TAG)
      editor.update(() => $tidy(before), {
        tag: isElsewhere ? [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] : HISTORY_MERGE_TAG,
        discrete: true,
      })
    }),
  )
}

/** Whether nodes were added, removed or moved; typing into a text changes the text only. */
function mayChangeFootnotes(
  { editorState, prevEditorState, dirtyElements, dirtyLeaves, tags }: UpdateListenerPayload,
  hasFootnotes: boolean,
): boolean {
  // The changed nodes of an undo are unknown.
  if (tags.has(HISTORIC_TAG)) return true
  const [now, before] = [editorState._nodeMap, prevEditorState._nodeMap]
  if (!hasFootnotes) {
    return (
      [...dirtyLeaves].some((key) => $isFootnoteReference(now.get(key))) ||
      [...dirtyElements.keys()].some((key) => $isFootnote(now.get(key)))
    )
  }
  const isRearranged = (key: string) => $isElementNode(now.get(key)) && now.get(key) !== before.get(key)
  return [...dirtyElements.keys()].some(isRearranged)
}

/** In the DOM only: Lexical does not observe attributes and the content of a reference. */
function paintNumbers(editor: LexicalEditor, { references, numbered, unreferenced }: FoundFootnotes): void {
  const names = [...numbered.keys()]
  for (const [name, nodes] of references) {
    const number = numbered.has(name) ? String(names.indexOf(name) + 1) : '?'
    for (const node of nodes) paintReference(editor.getElementByKey(node.getKey()), number)
  }
  for (const [index, note] of [...numbered.values()].entries()) paintLabel(editor, note, `${index + 1}.`)
  for (const note of unreferenced) paintLabel(editor, note, 'Not referenced:')
}

/** As text, because browsers set no caret after an element without content. */
function paintReference(element: HTMLElement | null, number: string): void {
  if (!element || element.textContent === number) return
  element.textContent = number
  element.role = 'link'
  element.ariaLabel = `Footnote ${number}`
}

/** The style sheet shows it before the text of the footnote. */
function paintLabel(editor: LexicalEditor, note: LexicalNode, label: string): void {
  const element = editor.getElementByKey(note.getKey())
  if (element) element.dataset.number = label
}

function $isTidy(before: FoundFootnotes, now: FoundFootnotes): boolean {
  return removable(before, now).length === 0 && $misplaced(now).length === 0
}

function $tidy(before: FoundFootnotes): void {
  for (const node of removable(before, $findFootnotes())) node.remove()
  for (const note of $misplaced($findFootnotes())) $getRoot().append(note)
}

/** Footnotes whose references were removed, and references whose footnote was removed. */
function removable(before: FoundFootnotes, now: FoundFootnotes): LexicalNode[] {
  const lost = new Set([...before.numbered.values()].map((note) => note.getKey()))
  const notes = now.unreferenced.filter((note) => lost.has(note.getKey()))
  const names = [...before.numbered.keys()].filter((name) => !now.numbered.has(name))
  return [...notes, ...names.flatMap((name) => now.references.get(name) ?? [])]
}

/** All footnotes in their order, unless they are the last blocks in that order already. */
function $misplaced({ numbered, unreferenced }: FoundFootnotes): LexicalNode[] {
  const notes = [...numbered.values(), ...unreferenced]
  const last = notes.length > 0 ? $getRoot().getChildren().slice(-notes.length) : []
  return notes.every((note, index) => note.is(last[index])) ? [] : notes
}
