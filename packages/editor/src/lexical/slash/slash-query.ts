import { $isCodeNode } from '@lexical/code-core'
import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  HISTORIC_TAG,
  type LexicalEditor,
  type NodeKey,
} from 'lexical'

/** A slash that was typed, and what followed it up to the caret. */
export interface Slash {
  /** The text it stands in, and where. */
  key: NodeKey
  start: number
  query: string
}

/** At the beginning of a block or after a space; one space within a name is part of it. */
const SLASH = /(?:^|\s)\/((?:[\p{L}\p{N}]+ ?)*)$/u
/** No name of a block is longer. */
const LONGEST = 24

/**
 * For `useLexicalSubscription`: the slash the caret stands behind, from the moment it is typed. One that is come
 * upon later opens nothing.
 */
export function subscribeToSlash(editor: LexicalEditor) {
  let open: Slash | null = null
  return {
    initialValueFn: () => open,
    subscribe: (callback: (slash: Slash | null) => void) =>
      editor.registerUpdateListener(({ editorState, dirtyLeaves, tags }) => {
        const found = editorState.read($findSlash)
        const isTyped = found?.query === '' && dirtyLeaves.has(found.key) && !tags.has(HISTORIC_TAG)
        const next = found && (isTyped || isSame(found, open)) ? found : null
        if (isSame(next, open) && next?.query === open?.query) return
        open = next
        callback(next)
      }),
  }
}

const isSame = (a: Slash | null, b: Slash | null) => a?.key === b?.key && a?.start === b?.start

function $findSlash(): Slash | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const node = selection.anchor.getNode()
  if (!$isTextNode(node) || node.hasFormat('code') || $isCodeNode(node.getParent())) return null
  const end = selection.anchor.offset
  const begin = Math.max(0, end - LONGEST)
  const query = SLASH.exec(node.getTextContent().slice(begin, end))?.[1]
  if (query === undefined) return null
  const start = end - query.length - 1
  return start === 0 && node.getPreviousSibling() ? null : { key: node.getKey(), start, query }
}

/** Takes the slash and what follows it out of the text; the caret stays there. */
export function $removeSlash({ key, start, query }: Slash): void {
  const node = $getNodeByKey(key)
  if ($isTextNode(node)) node.select(start, start + query.length + 1).removeText()
}
