import { $isCodeNode } from '@lexical/code-core'
import {
  $getNodeByKey,
  $isTextNode,
  COMPOSITION_START_TAG,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
  type UpdateListenerPayload,
} from 'lexical'
import { $caret, $spliceText } from './block-text.ts'
import { $isFootnote } from './nodes.ts'

/** Tag of the update in which the insert button types a slash. */
export const TEMPORARY_SLASH_TAG = 'nightdesk-temporary-slash'

/** A typed slash, and the text from there to the caret. */
export interface Slash {
  /** The text node, and the offset of the slash in it. */
  key: NodeKey
  start: number
  query: string
  /** Typed by the insert button: it is removed when the menu closes. */
  isTemporary: boolean
}

/** At the start of a block or after a space. The query may contain single spaces. */
const SLASH = /(?:^|\s)\/((?:[\p{L}\p{N}]+ ?)*)$/u
/** Maximum characters of slash and query; no name of a block is longer. */
const MAX_QUERY = 24

/**
 * For `useLexicalSubscription`: the slash before the caret, if it has just been typed. Moving the caret to an older slash
 * opens nothing, except for a slash that was typed into an empty block while the menu was loading.
 */
export function subscribeToSlash(editor: LexicalEditor) {
  let open: Slash | null = null
  return {
    initialValueFn: () => {
      open ??= editor.getEditorState().read($findSlashAlone)
      return open
    },
    subscribe: (callback: (slash: Slash | null) => void) =>
      editor.registerUpdateListener((update) => {
        const before = open
        const next = slashAfter(update, before)
        if (isSame(next, before) && next?.query === before?.query) return
        open = next
        callback(next)
        if (before?.isTemporary && !next) removeTemporarySlash(editor, before)
      }),
  }
}

/** The slash after an update: a new one, or the one before it, whose query may have changed. */
function slashAfter({ editorState, dirtyLeaves, tags }: UpdateListenerPayload, before: Slash | null) {
  // Lexical inserts an invisible letter, which the composition replaces.
  if (tags.has(COMPOSITION_START_TAG)) return before
  const found = editorState.read($findSlash)
  const kept = isSame(found, before) ? before : null
  const isTyped = found?.query === '' && dirtyLeaves.has(found.key) && !tags.has(HISTORIC_TAG)
  const isTemporary = kept?.isTemporary ?? tags.has(TEMPORARY_SLASH_TAG)
  return found && (isTyped || kept) ? { ...found, isTemporary } : null
}

const isSame = (a: SlashPosition | null, b: SlashPosition | null) =>
  a?.key === b?.key && a?.start === b?.start

type SlashPosition = Omit<Slash, 'isTemporary'>

function $findSlash(): SlashPosition | null {
  const caret = $caret()
  const node = caret?.getNode()
  if (!caret || !$isTextNode(node) || node.hasFormat('code') || $isCodeNode(node.getParent())) return null
  if ($isFootnote(node.getParent())) return null
  const end = caret.offset
  const begin = Math.max(0, end - MAX_QUERY)
  const query = SLASH.exec(node.getTextContent().slice(begin, end))?.[1]
  if (query === undefined) return null
  const start = end - query.length - 1
  return start === 0 && node.getPreviousSibling() ? null : { key: node.getKey(), start, query }
}

/** The slash of a block that contains only a slash and a query. */
function $findSlashAlone(): Slash | null {
  const found = $findSlash()
  const block = found && $getNodeByKey(found.key)?.getParent()
  const isAlone = block?.getTextContentSize() === (found?.query.length ?? 0) + 1
  return found && isAlone ? { ...found, isTemporary: false } : null
}

/** Removes the slash and the query; the caret stays at their position. */
export function $removeSlash(slash: Slash): void {
  const node = $getNodeByKey(slash.key)
  // Letters may have been typed since the menu was rendered.
  const found = $findSlash()
  const { start, query } = found && isSame(found, slash) ? found : slash
  if ($isTextNode(node)) node.select(start, start + query.length + 1).removeText()
}

/**
 * Removes a slash that the button typed, but not the text that the writer typed after it. Neither typing nor removing the
 * slash is a step of undo.
 */
export function removeTemporarySlash(editor: LexicalEditor, { key, start }: Slash): void {
  // If the focus is elsewhere, setting the DOM selection would move it back.
  const isAway = document.activeElement !== editor.getRootElement()
  editor.update(
    () => {
      const node = $getNodeByKey(key)
      if ($isTextNode(node) && node.getTextContent()[start] === '/') $spliceText(node, start, 1, '')
    },
    { discrete: true, tag: isAway ? [HISTORY_MERGE_TAG, SKIP_DOM_SELECTION_TAG] : HISTORY_MERGE_TAG },
  )
}
