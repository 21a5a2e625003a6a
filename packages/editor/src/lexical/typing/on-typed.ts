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

/** Of an update that leads the caret once more behind a character that was typed earlier. */
export const REPLAY_TAG = 'nightdesk-seen-again'

/** Of an update that gives back what was typed: it is not set once more. */
export const REVERT_TAG = 'nightdesk-taken-back'

/** A character that was typed. */
export interface Typed {
  /** The text that it is in. */
  node: TextNode
  /** Behind it. */
  offset: number
  typed: string
}

const IGNORED = [HISTORIC_TAG, PASTE_TAG, REVERT_TAG]

/** Calls back, in an update of its own, when a character was typed that `characters` matches. */
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
    // A text that grew by other means than a key is somebody else’s.
    const grown = text.length - ($isTextNode(known) ? known.__text.length : 0)
    if (grown !== 1 && before.isCollapsed() && !tags.has(REPLAY_TAG)) return
    editor.update(() => {
      const latest = $getNodeByKey(key)
      if ($isTextNode(latest) && latest.getTextContent() === text) $run({ node: latest, offset, typed })
    })
  })
}
