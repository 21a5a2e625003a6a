import { AriaLiveRegionExtension, HistoryAnnounceExtension } from '@lexical/a11y'
import { $isCodeNode, CodeHighlightNode, CodeNode } from '@lexical/code-core'
import {
  ClickAfterLastBlockExtension,
  configExtension,
  defineExtension,
  getExtensionDependencyFromEditor,
  NormalizeTripleClickSelectionExtension,
  namedSignals,
} from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { LinkNode, registerLink } from '@lexical/link'
import { ListItemNode, ListNode, registerList } from '@lexical/list'
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text'
import { type Block, isSafeUrl } from '@nightdesk/contracts'
import {
  $getSelection,
  $isBlockElementNode,
  $isDecoratorNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_EDITOR,
  type EditorThemeClasses,
  FOCUS_COMMAND,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  mergeRegister,
  registerEventListeners,
} from 'lexical'
import { toLexical } from '../convert.ts'
import { $nodeAround } from './block-text.ts'
import { holdCommand, OPEN_BLOCK_MENU_COMMAND } from './commands.ts'
import { ImagesExtension } from './images/images-extension.ts'
import { FootnoteNode, FootnoteReferenceNode, UnknownBlockNode, UnknownInlineNode } from './nodes.ts'
import { PasteExtension } from './paste/paste-extension.ts'

/** The editor without its user interface, with `content` as its initial text. */
export function editorExtension(content: readonly Block[]) {
  return defineExtension({
    name: '@nightdesk/editor',
    namespace: 'nightdesk',
    nodes: [UnknownBlockNode, UnknownInlineNode, FootnoteNode, FootnoteReferenceNode],
    theme,
    dependencies: [
      TextBlocksExtension,
      ImagesExtension,
      PasteExtension,
      // Before the history, which then merges the change into the new step.
      RearrangementsExtension,
      // "At most 100 entries"; time alone never separates two steps.
      configExtension(HistoryExtension, { maxDepth: 100, delay: Number.MAX_SAFE_INTEGER }),
      // Below an image or code block at the end of the text, the caret has no other place.
      configExtension(ClickAfterLastBlockExtension, {
        $shouldInsertAfter: (last) => $isDecoratorNode(last) || $isCodeNode(last),
      }),
      // "Triple-click selects the whole block": browsers select the part beside the number of a footnote.
      configExtension(NormalizeTripleClickSelectionExtension, { $fixFocusOverselection: $selectWholeBlock }),
      AriaLiveRegionExtension,
      HistoryAnnounceExtension,
    ],
    register: (editor) => mergeRegister(restoreCaret(editor), holdCommand(editor, OPEN_BLOCK_MENU_COMMAND)),
    // Without a state, Lexical begins with an empty paragraph.
    ...(content.length > 0 && { $initialEditorState: JSON.stringify(toLexical(content)) }),
    onError: (error) => {
      throw error
    },
  })
}

function $selectWholeBlock(): void {
  const block = $nodeAround($isBlockElementNode)
  block?.select(0, block.getChildrenSize())
}

/** Classes of elements that cannot be selected by tag alone; `editor.css` and the app’s `prose` style them. */
const theme: EditorThemeClasses = {
  code: 'editor-code',
  list: { nested: { listitem: 'nested' } },
  text: {
    underline: 'editor-underline',
    strikethrough: 'editor-strikethrough',
    underlineStrikethrough: 'editor-underline-strikethrough',
  },
}

/**
 * Headings, quotes, lists, code and links of Lexical, without Lexical’s extensions for them: those include its import of
 * HTML. Here `paste.ts` converts all HTML, and without that code the editor is a tenth smaller.
 */
const TextBlocksExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/text-blocks',
  nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, CodeNode, CodeHighlightNode, LinkNode],
  register: (editor) =>
    mergeRegister(
      registerRichText(editor),
      registerList(editor),
      registerLink(editor, namedSignals({ validateUrl: isSafeUrl, attributes: undefined })),
      // Removes links whose text was deleted.
      editor.registerNodeTransform(LinkNode, (link) => {
        if (link.isEmpty()) link.remove()
      }),
    ),
})

/**
 * Lexical’s history takes an update for no change if it has touched one text alone, and left it as it was: a line end before a
 * link, for example, or another kind of the list around a text. Makes it a step of undo.
 */
const RearrangementsExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/rearrangements',
  register: (editor) =>
    editor.registerUpdateListener(({ editorState, prevEditorState, dirtyElements, dirtyLeaves, tags }) => {
      if (dirtyLeaves.size !== 1 || tags.has(HISTORIC_TAG) || tags.has(HISTORY_MERGE_TAG)) return
      const [now, before] = [editorState._nodeMap, prevEditorState._nodeMap]
      const [text, known] = [...dirtyLeaves].flatMap((key) => [now.get(key), before.get(key)])
      if (!$isTextNode(text) || !$isTextNode(known)) return
      const isLeft = (['__text', '__format', '__parent'] as const).every((key) => text[key] === known[key])
      const isRearranged = [...dirtyElements.keys()].some((key) => now.get(key) !== before.get(key))
      const caret = prevEditorState._selection
      // The history knows the removal of an empty line.
      const isEmptyLine = $isRangeSelection(caret) && caret.anchor.type === 'element'
      if (!isLeft || !isRearranged || isEmptyLine) return
      const history = getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState.peek()
      history.undoStack.push({ editor, editorState: prevEditorState })
      history.redoStack = []
    }),
})

/** Restores the caret when the focus returns without a press, by Tab or from a closed dialog. Browsers move it to the start. */
function restoreCaret(editor: LexicalEditor): () => void {
  let isPressed = false
  const press = ({ type }: Event) => {
    isPressed = type === 'pointerdown'
  }
  return mergeRegister(
    editor.registerRootListener((root) => {
      if (!root) return
      return mergeRegister(
        registerEventListeners(root, { pointerdown: press }),
        registerEventListeners(window, { pointerup: press }),
      )
    }),
    editor.registerCommand(
      FOCUS_COMMAND,
      () => {
        const selection = $getSelection()
        // Lexical writes a dirty selection to the DOM.
        if (selection && !isPressed) selection.dirty = true
        return false
      },
      COMMAND_PRIORITY_EDITOR,
    ),
  )
}
