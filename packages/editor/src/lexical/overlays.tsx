import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  BLUR_COMMAND,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  type EditorState,
  FOCUS_COMMAND,
  HISTORIC_TAG,
  KEY_DOWN_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
  registerEventListeners,
} from 'lexical'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { $kindOf, BLOCK_KINDS, type BlockKind } from './block-kinds.ts'
import { BlockHandle, BlockMenu } from './block-menu.tsx'
import { $blockAround } from './block-text.ts'
import { highlightCode } from './code-highlight.ts'
import { announce, dispatch, OPEN_LINK_COMMAND } from './commands.ts'
import { blockControl, type Control, LINK, MARK_CONTROLS, Sign, subscribeToSelection } from './controls.tsx'
import { clearArea } from './on-screen.ts'
import { InsertButton, SlashMenu } from './slash-menu.tsx'

/** Menus and toolbars over the text, and listeners that can be loaded late. */
export function Overlays() {
  const [editor] = useLexicalComposerContext()
  useEffect(
    () =>
      mergeRegister(
        highlightCode(editor),
        announceBlocks(editor),
        quietControls(editor),
        trackKeyboard(editor),
      ),
    [editor],
  )
  return (
    <>
      <BlockHandle />
      <BlockMenu />
      <InsertButton />
      <FloatingToolbar />
      <SlashMenu />
    </>
  )
}

const CONTROLS: readonly Control[] = [
  ...(['heading-two', 'heading-three', 'block-quote'] as const).map(blockControl),
  ...MARK_CONTROLS.filter(({ name }) => name !== 'Underline'),
  { ...LINK, run: dispatch(OPEN_LINK_COMMAND, undefined) },
]
/** Pixels. */
const GAP = 8

/**
 * Controls above selected text, for pointers. The toolbar has the same controls for keyboards and screen readers, so it is
 * hidden from them; on narrow screens it is hidden, because the system shows its own menu at the selection.
 */
function FloatingToolbar() {
  const [editor] = useLexicalComposerContext()
  const isShown = useLexicalSubscription(subscribeToSelectedText)
  const selection = useLexicalSubscription(subscribeToSelection)
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) placeBar(editor, bar.current)
  })

  if (!isShown || selection.language !== null) return null
  return (
    <div
      ref={bar}
      aria-hidden="true"
      className="editor-floating"
      // A press must not take the selection away from the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {CONTROLS.map((control) => (
        <button
          key={control.name}
          type="button"
          tabIndex={-1}
          title={control.name}
          data-pressed={control.isOn?.(selection) || undefined}
          onClick={() => control.run(editor, selection)}
        >
          <Sign of={control} />
        </button>
      ))}
    </div>
  )
}

/** Above the selection, or below it if a bar or the edge of the window would cover it. */
function placeBar(editor: LexicalEditor, bar: HTMLElement): void {
  const selected = getSelection()
  const frame = bar.offsetParent?.getBoundingClientRect()
  if (!selected?.rangeCount || !frame) return
  const { top, bottom, left, width } = selected.getRangeAt(0).getBoundingClientRect()
  const above = top - bar.offsetHeight - GAP
  const isCovered = above < clearArea(editor).top
  bar.style.top = `${(isCovered ? bottom + GAP : above) - frame.top}px`
  const middle = left + width / 2 - frame.left - bar.offsetWidth / 2
  bar.style.left = `${Math.max(GAP, Math.min(middle, frame.width - bar.offsetWidth - GAP))}px`
}

/** For `useLexicalSubscription`: whether text is selected in the field that has the focus. */
function subscribeToSelectedText(editor: LexicalEditor) {
  const $isSelected = () => {
    const selection = $getSelection()
    return $isRangeSelection(selection) && !selection.isCollapsed() && !editor.isComposing()
  }
  return {
    initialValueFn: () => false,
    subscribe: (callback: (isSelected: boolean) => void) => {
      const tell = (isFocused: boolean) => {
        callback(isFocused && editor.getEditorState().read($isSelected))
        return false
      }
      return mergeRegister(
        editor.registerUpdateListener(() => void tell(document.activeElement === editor.getRootElement())),
        editor.registerCommand(FOCUS_COMMAND, () => tell(true), COMMAND_PRIORITY_LOW),
        editor.registerCommand(BLUR_COMMAND, () => tell(false), COMMAND_PRIORITY_LOW),
      )
    },
  }
}

/** Announces the new kind of the block at the caret, however it was changed. @returns a function that stops it */
function announceBlocks(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener(({ editorState, prevEditorState, dirtyElements, tags }) => {
    if (dirtyElements.size === 0 || tags.has(HISTORIC_TAG)) return
    const [before, after] = [caretBlock(prevEditorState), caretBlock(editorState)]
    if (!before || !after || before.kind === after.kind) return
    // If the old block still exists, the caret has only moved to another block.
    const isReplaced = before.key === after.key || $getNodeByKey(before.key, editorState) === null
    if (isReplaced) announce(editor, BLOCK_KINDS[after.kind].name)
  })
}

function caretBlock(state: EditorState): { key: NodeKey; kind: BlockKind } | null {
  return state.read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection)) return null
    const anchor = selection.anchor.getNode()
    const block = $blockAround(anchor)
    return block && { key: block.getKey(), kind: $kindOf(anchor) }
  })
}

/** Minimum height of an on-screen keyboard in pixels; bars of browsers are lower. */
const KEYBOARD_MIN = 120

/** Sets the height of the on-screen keyboard as a CSS variable, to position the toolbar above it. */
function trackKeyboard(editor: LexicalEditor): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const follow = () => {
    const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
    const { height, offsetTop, scale } = viewport
    // Pinch zoom reduces the viewport height, too, but not its product with the scale.
    frame?.toggleAttribute('data-keyboard', window.innerHeight - height * scale > KEYBOARD_MIN)
    // Not of the frame: every element of a long text would inherit it, and be styled again whenever it changes.
    frame
      ?.querySelector<HTMLElement>('.editor-controls')
      ?.style.setProperty('--keyboard-height', `${window.innerHeight - height - offsetTop}px`)
  }
  // The keyboard may have opened before this code was loaded.
  follow()
  return registerEventListeners(viewport, { resize: follow, scroll: follow })
}

const QUIET_AFTER_MS = 3000

/**
 * Sets `data-quiet` at first and after three seconds of typing, until a pointer moves or Tab is pressed. The app styles it.
 * @returns a function that stops it
 */
function quietControls(editor: LexicalEditor): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = () => editor.getRootElement()?.closest<HTMLElement>('.editor')
  const wake = () => {
    clearTimeout(timer)
    timer = undefined
    frame()?.removeAttribute('data-quiet')
  }
  const hush = () => frame()?.setAttribute('data-quiet', '')
  const type = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') wake()
    else timer ??= setTimeout(hush, QUIET_AFTER_MS)
    return false
  }
  hush()
  return mergeRegister(
    // A tap moves no pointer.
    registerEventListeners(window, { pointermove: wake, pointerdown: wake }),
    editor.registerCommand(KEY_DOWN_COMMAND, type, COMMAND_PRIORITY_HIGH),
    () => clearTimeout(timer),
  )
}
