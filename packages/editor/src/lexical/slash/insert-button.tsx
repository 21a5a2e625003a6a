import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import {
  $getSelection,
  $isParagraphNode,
  $isRangeSelection,
  $isTextNode,
  type EditorState,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../controls/icon.tsx'
import { TEMPORARY_SLASH_TAG } from './slash-query.ts'

/** Pixels from the left edge of the button to the text. */
const BUTTON_OFFSET = 46

/** A button beside an empty paragraph that types the slash which opens the menu, for touch and for newcomers. */
export function InsertButton() {
  const [editor] = useLexicalComposerContext()
  const key = useLexicalSubscription(subscribeToEmptyParagraph)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const paragraph = key && editor.getElementByKey(key)
    if (paragraph && button.current) place(button.current, paragraph)
  }, [editor, key])

  const press = () => {
    editor.focus()
    editor.update(
      () => {
        const selection = $getSelection()
        if ($isRangeSelection(selection)) selection.insertText('/')
      },
      { tag: [TEMPORARY_SLASH_TAG, HISTORY_MERGE_TAG] },
    )
  }

  if (!key) return null
  return (
    <button
      ref={button}
      type="button"
      title="Insert a block"
      aria-label="Insert a block"
      aria-haspopup="listbox"
      className="editor-insert"
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      <Icon name="plus" />
    </button>
  )
}

/** In the margin; if that is too narrow, at the end of the line, which is the position in the style sheet. */
function place({ style }: HTMLElement, { offsetTop, offsetLeft }: HTMLElement): void {
  style.top = `${offsetTop}px`
  style.left = offsetLeft >= BUTTON_OFFSET ? `${offsetLeft - BUTTON_OFFSET}px` : ''
}

/** For `useLexicalSubscription`: the key of the empty paragraph with the caret. */
function subscribeToEmptyParagraph(editor: LexicalEditor) {
  let last: NodeKey | null = null
  return {
    initialValueFn: () => {
      last = editor.getEditorState().read($emptyParagraph)
      return last
    },
    subscribe: (callback: (key: NodeKey | null) => void) =>
      editor.registerUpdateListener(({ editorState }: { editorState: EditorState }) => {
        const next = editorState.read($emptyParagraph)
        if (next === last) return
        last = next
        callback(next)
      }),
  }
}

function $emptyParagraph(): NodeKey | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const block = selection.anchor.getNode().getTopLevelElement()
  const isEmpty = $isParagraphNode(block) && block.getChildren().every($isEmptyText)
  return isEmpty ? block.getKey() : null
}

const $isEmptyText = (node: LexicalNode) => $isTextNode(node) && node.getTextContent() === ''
