import { $isCodeNode } from '@lexical/code-core'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { DraggableBlockPlugin_EXPERIMENTAL as DraggableBlocks } from '@lexical/react/LexicalDraggableBlockPlugin'
import {
  $createParagraphNode,
  $getNearestNodeFromDOMNode,
  $getNodeByKey,
  $getSelection,
  $isBlockElementNode,
  $isElementNode,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { BLOCK_KINDS, type BlockKind, TOOLBAR_KINDS } from './block-kinds.ts'
import { announce, handleHeld, OPEN_BLOCK_MENU_COMMAND } from './commands.ts'
import {
  $readBlock,
  ALIGNMENT_CONTROLS,
  blockControl,
  type ControlGroup,
  MOVES,
  moveFocus,
  NO_SELECTION,
  type SelectionState,
} from './controls.tsx'
import { $returnToText } from './footnotes/footnotes.ts'
import { Icon } from './icon.tsx'
import { $isFootnote, $nextInBody, $selectNode } from './nodes.ts'
import { clearArea } from './on-screen.ts'
import { focusItem, MenuItem } from './panels.tsx'

const REMOVE = { name: 'Remove block', sign: 'remove' } as const

/** The menu of a block, opened at its handle or by a key. Its controls are those of the toolbar. */
export function BlockMenu() {
  const [editor] = useLexicalComposerContext()
  const [block, setBlock] = useState<MenuBlock | null>(null)
  useEffect(() => handleHeld(editor, OPEN_BLOCK_MENU_COMMAND, (key) => setBlock($menuBlock(key))), [editor])
  return block && <OpenMenu key={block.key} block={block} onClose={() => setBlock(null)} />
}

/** Has the focus, and closes when it loses it. */
function OpenMenu({ block, onClose }: { block: MenuBlock; onClose(): void }) {
  const [editor] = useLexicalComposerContext()
  const menu = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = editor.getElementByKey(block.key)
    if (!element || !menu.current || !frame.current) return
    placeBlockMenu(editor, element, menu.current, frame.current)
    focusItem(menu.current)
  }, [editor, block])

  function choose(run: Parameters<typeof actOnBlock>[2]) {
    onClose()
    actOnBlock(editor, block.key, run)
  }
  function closeByKey(event: KeyboardEvent<HTMLElement>) {
    moveFocus(event, true)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
    editor.getRootElement()?.focus({ preventScroll: true })
  }
  const closeOutside = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onClose()
  }
  return (
    <>
      <div ref={frame} className="editor-block-frame" />
      <div
        ref={menu}
        role="menu"
        aria-label={`Block, ${BLOCK_KINDS[block.state.block].name}`}
        className="editor-menu editor-control-menu editor-block-menu"
        // A press must not take the focus away.
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={closeByKey}
        onBlur={closeOutside}
      >
        {block.groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
          <div key={group.name} role="group" aria-label={group.name} className="editor-block-menu-group">
            {group.controls.map((control) => (
              <MenuItem
                key={control.name}
                control={control}
                isOn={control.isOn?.(block.state)}
                // Alignments are one row of signs.
                isSmall={group === ALIGN}
                onChoose={() => choose(() => control.run(editor, block.state))}
              />
            ))}
          </div>
        ))}
        <MenuItem control={REMOVE} onChoose={() => choose((node) => $removeBlock(editor, node))} />
      </div>
    </>
  )
}

/**
 * Runs an action that acts on the selection, such as those of the toolbar, on one block. It is one step of undo. The caret
 * returns to its place if that is in the block, and otherwise goes to the end of the block. The text gets the focus.
 */
function actOnBlock(editor: LexicalEditor, key: NodeKey, $run: (block: LexicalNode) => void): void {
  editor.update(
    () => {
      const block = $getNodeByKey(key)
      if (!block) return
      const left = $getSelection()?.clone()
      const isInside = left?.getNodes().every((node) => node.is(block) || block.isParentOf(node))
      $selectBlock(block)
      $run(block)
      // Runs after the updates that the action has queued.
      editor.update(() => $restoreCaret(isInside ? left : undefined))
    },
    // Not before: the focus change would be recorded in the previous step of undo.
    { tag: HISTORY_PUSH_TAG, onUpdate: () => editor.getRootElement()?.focus({ preventScroll: true }) },
  )
}

/** Sets the caret into a block, and selects the whole of a block that contains others, such as a list. */
function $selectBlock(block: LexicalNode): void {
  if (!$isElementNode(block)) {
    $selectNode(block)
    return
  }
  const containsBlocks = $isBlockElementNode(block.getFirstChild())
  const { key, offset, type } = block.selectStart().anchor
  const selection = block.selectEnd()
  if (containsBlocks) selection.anchor.set(key, offset, type)
}

function $restoreCaret(left: BaseSelection | undefined): void {
  if (left?.getStartEndPoints()?.every(({ key }) => $getNodeByKey(key)?.isAttached())) {
    $setSelection(left)
    return
  }
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const { key, offset, type } = selection.focus
  selection.anchor.set(key, offset, type)
}

/** Removes a block; a removed footnote takes its references with it. The caret goes to what takes the place of the block. */
function $removeBlock(editor: LexicalEditor, block: LexicalNode): void {
  if ($isFootnote(block)) $returnToText(editor)
  else $leaveBlock(block)
  block.remove()
  announce(editor, 'Block removed')
}

function $leaveBlock(block: LexicalNode): void {
  const [next, previous] = [$nextInBody(block), block.getPreviousSibling()]
  if (next) $setCaret(next, 'selectStart')
  else if (previous) $setCaret(previous, 'selectEnd')
  else {
    const empty = $createParagraphNode()
    block.insertBefore(empty)
    empty.select()
  }
}

const $setCaret = (block: LexicalNode, edge: 'selectStart' | 'selectEnd') =>
  $isElementNode(block) ? void block[edge]() : $selectNode(block)

/** The block whose menu is open. */
interface MenuBlock {
  key: NodeKey
  /** As if the caret were in it. */
  state: SelectionState
  /** The toolbar’s controls that can do something to it. */
  groups: readonly ControlGroup[]
}

/** A story rarely needs them; the toolbar has them. */
const RARE: readonly BlockKind[] = ['heading-four', 'heading-five', 'heading-six']
const TURN_INTO: ControlGroup = {
  name: 'Turn into',
  controls: (['paragraph', ...TOOLBAR_KINDS] as const)
    .filter((kind) => !RARE.includes(kind))
    .map(blockControl),
}
const ALIGN: ControlGroup = { name: 'Align', controls: ALIGNMENT_CONTROLS }
const MOVE: ControlGroup = { name: 'Move', controls: MOVES }

/** The block with this key, or with null that of the caret. */
function $menuBlock(key: NodeKey | null): MenuBlock | null {
  const node = key === null ? $getSelection()?.getNodes()[0] : $getNodeByKey(key)
  const block = node && [node, ...node.getParents()].at(-2)
  if (!block) return null
  const first = ($isElementNode(block) && block.getFirstDescendant()) || block
  return {
    key: block.getKey(),
    state: { ...NO_SELECTION, ...$readBlock(first) },
    groups: $groupsOf(block),
  }
}

function $groupsOf(block: LexicalNode): ControlGroup[] {
  // Footnotes are in the order of their references.
  if ($isFootnote(block)) return []
  if (!$isElementNode(block)) return [MOVE]
  return $isCodeNode(block) ? [TURN_INTO, MOVE] : [TURN_INTO, ALIGN, MOVE]
}

/** Pixels from the left edge of the handle to the text. */
const HANDLE_OFFSET = 36
/** Height of a line of text, in pixels. */
const LINE = 40
/** Pixels around the menu, and around the text in its frame. */
const GAP = 6

/**
 * Positions a frame around the block, and the menu left of its handle, so that the text stays visible. Where the margin is too
 * narrow, the menu is below the first line, beside the handle, which closes it too. The menu is moved up, and scrolls, if it
 * would reach below the window.
 */
function placeBlockMenu(
  editor: LexicalEditor,
  block: HTMLElement,
  menu: HTMLElement,
  frame: HTMLElement,
): void {
  const canvas = menu.offsetParent?.getBoundingClientRect()
  if (!canvas) return
  const { left, top, width, height } = block.getBoundingClientRect()
  Object.assign(frame.style, {
    left: `${left - canvas.left - GAP}px`,
    top: `${top - canvas.top - GAP}px`,
    width: `${width + 2 * GAP}px`,
    height: `${height + 2 * GAP}px`,
  })
  const clear = clearArea(editor)
  menu.style.maxHeight = `${clear.bottom - clear.top - 2 * GAP}px`
  const beside = left - HANDLE_OFFSET - GAP - menu.offsetWidth
  const isBeside = beside >= canvas.left + GAP
  const wanted = isBeside ? top : top + Math.min(height, LINE) + GAP
  const lowest = clear.bottom - menu.offsetHeight - GAP
  menu.style.left = `${(isBeside ? beside : left) - canvas.left}px`
  menu.style.top = `${Math.max(clear.top + GAP, Math.min(wanted, lowest)) - canvas.top}px`
}

const HANDLE = 'editor-handle'

/**
 * Drags the block under the pointer, and opens its menu at a press. Keyboards have a key for the menu, touch users have its
 * controls in the toolbar.
 */
export function BlockHandle() {
  const [editor] = useLexicalComposerContext()
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const handle = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const [block, setBlock] = useState<HTMLElement | null>(null)
  const isMenuOpen = useRef(false)
  const openMenu = () =>
    editor.update(() => {
      const node = block && $getNearestNodeFromDOMNode(block)
      if (node) editor.dispatchCommand(OPEN_BLOCK_MENU_COMMAND, node.getKey())
    })
  return (
    <div ref={setLayer} className="editor-handle-layer prose">
      {layer && (
        <DraggableBlocks
          anchorElem={layer}
          menuRef={handle}
          targetLineRef={line}
          isOnMenu={(element) => element.closest(`.${HANDLE}`) !== null}
          onElementChanged={setBlock}
          menuComponent={
            <div
              ref={handle}
              className={HANDLE}
              title="Drag to move, press for a menu (Alt with ↑, ↓ or Enter)"
              aria-hidden="true"
              // The press itself closes an open menu.
              onMouseDown={() => {
                isMenuOpen.current = document.querySelector('.editor-block-menu') !== null
              }}
              onClick={() => isMenuOpen.current || openMenu()}
            >
              <Icon name="grip" />
            </div>
          }
          targetLineComponent={<div ref={line} className="editor-target-line" />}
        />
      )}
    </div>
  )
}
