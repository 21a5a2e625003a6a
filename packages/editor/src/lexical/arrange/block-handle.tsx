import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { DraggableBlockPlugin_EXPERIMENTAL as DraggableBlocks } from '@lexical/react/LexicalDraggableBlockPlugin'
import { $getNearestNodeFromDOMNode } from 'lexical'
import { useRef, useState } from 'react'
import { OPEN_BLOCK_MENU_COMMAND } from '../block-menu/open-block-menu.ts'
import { Icon } from '../controls/icon.tsx'

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
