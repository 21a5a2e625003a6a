import { $isCodeNode } from '@lexical/code-core'
import { $isLinkNode } from '@lexical/link'
import { $findMatchingParent } from '@lexical/utils'
import { MARKS, type Mark } from '@nightdesk/contracts'
import {
  $getSelection,
  $isBlockElementNode,
  $isRangeSelection,
  type EditorState,
  type ElementFormatType,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical'
import { $listLevel } from '../arrange/indent-items.ts'
import { $kindOf, type BlockKind } from '../blocks/block-kinds.ts'

/** The state of the selection that the controls show. */
export interface SelectionState {
  block: BlockKind
  align: ElementFormatType
  marks: readonly Mark[]
  /** URL of the link around the selection, or null. */
  link: string | null
  /** Language of the code block around the selection, empty if none is set, or null outside code. */
  language: string | null
  /** Level of the list item around the selection, from 1; 0 outside of lists. */
  listLevel: number
}

export const NO_SELECTION: SelectionState = {
  block: 'paragraph',
  align: '',
  marks: [],
  link: null,
  language: null,
  listLevel: 0,
}

/** For `useLexicalSubscription`: calls back only when the state changes, not at every key. */
export function subscribeToSelection(editor: LexicalEditor) {
  let last = NO_SELECTION
  return {
    initialValueFn: () => {
      last = readSelection(editor.getEditorState())
      return last
    },
    subscribe: (callback: (selection: SelectionState) => void) =>
      editor.registerUpdateListener(({ editorState }) => {
        const next = readSelection(editorState)
        if (JSON.stringify(next) === JSON.stringify(last)) return
        last = next
        callback(next)
      }),
  }
}

const readSelection = (state: EditorState): SelectionState => state.read($readSelection)

export function $readSelection(): SelectionState {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return NO_SELECTION
  const anchor = selection.anchor.getNode()
  const code = $findMatchingParent(anchor, $isCodeNode)
  return {
    ...$readBlock(anchor),
    marks: MARKS.filter((mark) => selection.hasFormat(mark)),
    link: $findMatchingParent(anchor, $isLinkNode)?.getURL() ?? null,
    language: code ? (code.getLanguage() ?? '') : null,
    listLevel: $listLevel(),
  }
}

/** The state of the block around a node. */
export function $readBlock(node: LexicalNode): Pick<SelectionState, 'block' | 'align'> {
  const block = $findMatchingParent(node, $isBlockElementNode)
  return { block: $kindOf(node), align: block?.getFormatType() ?? '' }
}
