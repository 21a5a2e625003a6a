import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { BLOCK_KINDS } from '../blocks/block-kinds.ts'
import type { ControlGroup } from '../controls/controls.ts'
import { MenuItem, moveInMenu } from '../controls/menu-item.tsx'
import { apply, pressed } from '../controls/use-controls.ts'
import { $removeBlock, actOnBlock } from './act-on-block.ts'
import { $menuBlock, type MenuBlock } from './menu-block.ts'
import { OPEN_BLOCK_MENU_COMMAND, openAwaitedMenu } from './open-block-menu.ts'
import { placeBlockMenu } from './place-block-menu.ts'

const REMOVE = { name: 'Remove block', sign: { icon: 'remove' } } as const

/** The menu of a block, opened at its handle or by a key. Its controls are those of the toolbar. */
export function BlockMenu() {
  const [editor] = useLexicalComposerContext()
  const [block, setBlock] = useState<MenuBlock | null>(null)
  useEffect(() => {
    const unregister = editor.registerCommand(
      OPEN_BLOCK_MENU_COMMAND,
      (key) => {
        const found = $menuBlock(key)
        setBlock(found)
        return found !== null
      },
      COMMAND_PRIORITY_EDITOR,
    )
    openAwaitedMenu(editor)
    return unregister
  }, [editor])
  return block && <OpenMenu key={block.key} block={block} onClose={() => setBlock(null)} />
}

interface OpenMenuProps {
  block: MenuBlock
  onClose(): void
}

/** Has the focus, and closes when it loses it. */
function OpenMenu({ block, onClose }: OpenMenuProps) {
  const [editor] = useLexicalComposerContext()
  const menu = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = editor.getElementByKey(block.key)
    if (!element || !menu.current || !frame.current) return
    placeBlockMenu(editor, element, menu.current, frame.current)
    const items = [...menu.current.querySelectorAll('button')]
    const checked = items.find((item) => item.ariaChecked === 'true')
    ;(checked ?? items[0])?.focus({ preventScroll: true })
  }, [editor, block])

  function choose(run: Parameters<typeof actOnBlock>[2]) {
    onClose()
    actOnBlock(editor, block.key, run)
  }
  function closeByKey(event: KeyboardEvent<HTMLElement>) {
    moveInMenu(event)
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
          <MenuGroup
            key={group.name}
            group={group}
            block={block}
            onChoose={(control) => choose(() => apply(editor, control, block.state))}
          />
        ))}
        <MenuItem control={REMOVE} onChoose={() => choose((node) => $removeBlock(editor, node))} />
      </div>
    </>
  )
}

interface MenuGroupProps {
  group: ControlGroup
  block: MenuBlock
  onChoose(control: ControlGroup['controls'][number]): void
}

/** Alignments are one row of signs. */
function MenuGroup({ group, block, onChoose }: MenuGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
    <div role="group" aria-label={group.name} className="editor-block-menu-group">
      {group.controls.map((control) => (
        <MenuItem
          key={control.name}
          control={control}
          isOn={pressed(control, block.state)}
          isSmall={control.kind === 'align'}
          onChoose={() => onChoose(control)}
        />
      ))}
    </div>
  )
}
