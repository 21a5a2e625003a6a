import { $isCodeNode } from '@lexical/code-core'
import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical'

/** Of the update in which the button at an empty block types a slash. */
export const TEMPORARY_SLASH_TAG = 'nightdesk-temporary-slash'

/** A slash that was typed, and what followed it up to the caret. */
export interface Slash {
  /** The text it stands in, and where. */
  key: NodeKey
  start: number
  query: string
  /** The button typed it, for the menu’s sake: it goes when the menu does. */
  isTemporary: boolean
}

/** At the beginning of a block or after a space; one space within a name is part of it. */
const SLASH = /(?:^|\s)\/((?:[\p{L}\p{N}]+ ?)*)$/u
/** No name of a block is longer. */
const MAX_QUERY = 24

/**
 * For `useLexicalSubscription`: the slash the caret stands behind, from the moment it is typed. One that is come
 * upon later opens nothing, but for one that was typed into an empty block while the menu was being fetched.
 */
export function subscribeToSlash(editor: LexicalEditor) {
  let open: Slash | null = null
  return {
    initialValueFn: () => {
      open ??= editor.getEditorState().read($findSlashAlone)
      return open
    },
    subscribe: (callback: (slash: Slash | null) => void) =>
      editor.registerUpdateListener(({ editorState, dirtyLeaves, tags }) => {
        const found = editorState.read($findSlash)
        const isTyped = found?.query === '' && dirtyLeaves.has(found.key) && !tags.has(HISTORIC_TAG)
        const before = open
        const isTemporary =
          tags.has(TEMPORARY_SLASH_TAG) || (isSame(found, before) && before?.isTemporary === true)
        const next = found && (isTyped || isSame(found, before)) ? { ...found, isTemporary } : null
        if (isSame(next, before) && next?.query === before?.query) return
        open = next
        callback(next)
        if (before?.isTemporary && !next) removeTemporarySlash(editor, before)
      }),
  }
}

const isSame = (a: SlashPosition | null, b: SlashPosition | null) =>
  a?.key === b?.key && a?.start === b?.start

type SlashPosition = Omit<Slash, 'isTemporary'>

function $findSlash(): SlashPosition | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const node = selection.anchor.getNode()
  if (!$isTextNode(node) || node.hasFormat('code') || $isCodeNode(node.getParent())) return null
  const end = selection.anchor.offset
  const begin = Math.max(0, end - MAX_QUERY)
  const query = SLASH.exec(node.getTextContent().slice(begin, end))?.[1]
  if (query === undefined) return null
  const start = end - query.length - 1
  return start === 0 && node.getPreviousSibling() ? null : { key: node.getKey(), start, query }
}

/** In a block that holds nothing but what would be typed to find an insertion. */
function $findSlashAlone(): Slash | null {
  const found = $findSlash()
  const block = found && $getNodeByKey(found.key)?.getParent()
  const isAlone = block?.getTextContentSize() === (found?.query.length ?? 0) + 1
  return found && isAlone ? { ...found, isTemporary: false } : null
}

/** Takes the slash and what follows it out of the text; the caret stays there. */
export function $removeSlash({ key, start, query }: Slash): void {
  const node = $getNodeByKey(key)
  if ($isTextNode(node)) node.select(start, start + query.length + 1).removeText()
}

/**
 * Takes back a slash that the button typed; what the writer has typed after it stays. Like its coming, that is no step
 * to undo.
 */
export function removeTemporarySlash(editor: LexicalEditor, { key, start }: Slash): void {
  // Who has gone elsewhere is not called back by a selection.
  const isAway = document.activeElement !== editor.getRootElement()
  editor.update(
    () => {
      const node = $getNodeByKey(key)
      if (!$isTextNode(node) || node.getTextContent()[start] !== '/') return
      node.spliceText(start, 1, '')
      const selection = $getSelection()
      if (!$isRangeSelection(selection)) return
      for (const point of [selection.anchor, selection.focus])
        if (point.key === key && point.offset > start) point.set(key, point.offset - 1, 'text')
    },
    { discrete: true, tag: isAway ? [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] : HISTORY_MERGE_TAG },
  )
}
