import {
  $getRoot,
  $isElementNode,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type UpdateListenerPayload,
} from 'lexical'
import { $findFootnotes, $isFootnoteReference, type FoundFootnotes } from './find-footnotes.ts'
import { $isFootnote } from './footnote-nodes.ts'

/**
 * Numbers footnotes, and keeps them at the end in the order of their references. A footnote whose last reference is removed
 * is removed with it, and so are the references to a removed footnote: in the same step of undo.
 */
export function numberFootnotes(editor: LexicalEditor): () => void {
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
      editor.update(() => $tidy(before), { tag: HISTORY_MERGE_TAG, discrete: true })
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
