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
import { Icon } from '../toolbar/icon.tsx'
import { TEMPORARY_SLASH_TAG } from './slash-query.ts'

/** Pixels from the button’s edge to the text. */
const BUTTON_OFFSET = 46

/** Beside an empty paragraph: types the slash that opens the menu, for hands without one and for those who look for it. */
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

/** In the margin; where that is too narrow, at the end of the line, where the style has it. */
function place({ style }: HTMLElement, { offsetTop, offsetLeft }: HTMLElement): void {
  style.top = `${offsetTop}px`
  style.left = offsetLeft >= BUTTON_OFFSET ? `${offsetLeft - BUTTON_OFFSET}px` : ''
}

/** For `useLexicalSubscription`: the empty paragraph that the caret stands in. */
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
