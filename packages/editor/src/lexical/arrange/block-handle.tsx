import { DraggableBlockPlugin_EXPERIMENTAL as DraggableBlocks } from '@lexical/react/LexicalDraggableBlockPlugin'
import { useRef, useState } from 'react'
import { Icon } from '../controls/icon.tsx'

const HANDLE = 'editor-handle'

/** Drags the block under the pointer. Keyboard and touch users have Move up and Move down in the toolbar. */
export function BlockHandle() {
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const handle = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  return (
    <div ref={setLayer} className="editor-handle-layer prose">
      {layer && (
        <DraggableBlocks
          anchorElem={layer}
          menuRef={handle}
          targetLineRef={line}
          isOnMenu={(element) => element.closest(`.${HANDLE}`) !== null}
          menuComponent={
            <div
              ref={handle}
              className={HANDLE}
              title="Drag to move, or press Alt with ↑ or ↓"
              aria-hidden="true"
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
