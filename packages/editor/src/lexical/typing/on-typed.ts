import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  HISTORIC_TAG,
  type LexicalEditor,
  PASTE_TAG,
  type TextNode,
} from 'lexical'

/** Tag of an update that replays a character that was typed earlier. */
export const REPLAY_TAG = 'nightdesk-seen-again'

/** Tag of an update that restores typed text, which must not be replaced again. */
export const REVERT_TAG = 'nightdesk-taken-back'

/** A character that was typed. */
export interface Typed {
  /** The text node that contains it. */
  node: TextNode
  /** The offset after it. */
  offset: number
  typed: string
}

const IGNORED = [HISTORIC_TAG, PASTE_TAG, REVERT_TAG]

/** Calls back, in a separate update, when a typed character matches. */
export function onTyped(editor: LexicalEditor, characters: RegExp, $run: (typed: Typed) => void): () => void {
  return editor.registerUpdateListener(({ editorState, prevEditorState, dirtyLeaves, tags }) => {
    if (IGNORED.some((tag) => tags.has(tag)) || editor.isComposing()) return
    const selection = editorState.read($getSelection)
    const before = prevEditorState.read($getSelection)
    if (!$isRangeSelection(selection) || !selection.isCollapsed() || !$isRangeSelection(before)) return
    const { key, offset } = selection.anchor
    const node = editorState._nodeMap.get(key)
    if (!dirtyLeaves.has(key) || !$isTextNode(node) || offset === 0) return
    const text = node.__text
    const typed = text[offset - 1] ?? ''
    if (!characters.test(typed)) return
    const known = prevEditorState._nodeMap.get(key)
    // Text that grew by more than one character was not typed.
    const grown = text.length - ($isTextNode(known) ? known.__text.length : 0)
    if (grown !== 1 && before.isCollapsed() && !tags.has(REPLAY_TAG)) return
    editor.update(() => {
      const latest = $getNodeByKey(key)
      if ($isTextNode(latest) && latest.getTextContent() === text) $run({ node: latest, offset, typed })
    })
  })
}
