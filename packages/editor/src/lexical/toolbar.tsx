import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import { type ComponentProps, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { BLOCK_KINDS } from './block-kinds.ts'
import { $canOpenLink, CHOOSE_IMAGES_COMMAND, INSERT_IMAGES_COMMAND, OPEN_LINK_COMMAND } from './commands.ts'
import {
  CONTROL_GROUPS,
  type Control,
  type ControlGroup,
  type Controls,
  pressed,
  type SelectionState,
  Sign,
  subscribeToSelection,
  useControls,
} from './controls.tsx'
import { Icon } from './icon.tsx'
import type { ImageUploadsProps } from './images/uploads.tsx'
import { ControlPanels, ImageUploads } from './lazy.ts'
import type { SearchArticles } from './link-form.tsx'

interface ControlBarProps extends ImageUploadsProps {
  searchArticles: SearchArticles | undefined
}

/** The toolbar, and below it the panels for the selection or a pressed control. */
export function ControlBar({ searchArticles, ...uploads }: ControlBarProps) {
  const [editor] = useLexicalComposerContext()
  const selection = useLexicalSubscription(subscribeToSelection)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [openMenu, setOpenMenu] = useState<ControlGroup | null>(null)
  const controls = useControls(selection, () => setLinkOpen(!isLinkOpen))
  useEffect(() => {
    const open = () => {
      const isMeant = $canOpenLink()
      if (isMeant) setLinkOpen(true)
      return isMeant
    }
    return editor.registerCommand(OPEN_LINK_COMMAND, open, COMMAND_PRIORITY_EDITOR)
  }, [editor])
  return (
    <div className="editor-controls">
      <Toolbar
        selection={selection}
        controls={controls}
        isLinkOpen={isLinkOpen}
        openMenu={openMenu}
        onMenu={(group) => setOpenMenu(group === openMenu ? null : group)}
      />
      <Suspense fallback={null}>
        <ControlPanels
          selection={selection}
          searchArticles={searchArticles}
          isLinkOpen={isLinkOpen}
          onLinkClose={() => setLinkOpen(false)}
          controls={controls}
          openMenu={openMenu}
          onMenuClose={() => setOpenMenu(null)}
        />
        <ImageUploads {...uploads} />
      </Suspense>
      <FileChooser />
    </div>
  )
}

interface ToolbarProps {
  selection: SelectionState
  controls: Controls
  isLinkOpen: boolean
  /** The group whose menu is open. */
  openMenu: ControlGroup | null
  onMenu(group: ControlGroup): void
}

const [FIRST] = CONTROL_GROUPS

/** One tab stop; the arrow keys, Home and End move between the buttons. */
function Toolbar({ selection, controls, isLinkOpen, openMenu, onMenu }: ToolbarProps) {
  const [tabStop, setTabStop] = useState(FIRST?.name)
  const stop = (name: string) => ({
    tabIndex: name === tabStop ? 0 : -1,
    onFocus: () => setTabStop(name),
  })
  return (
    <div role="toolbar" aria-label="Formatting" className="editor-toolbar" onKeyDown={moveFocus}>
      {CONTROL_GROUPS.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
        <div key={group.name} role="group" aria-label={group.name} className="editor-toolbar-group">
          {group.isMenu ? (
            <MenuButton
              group={group}
              selection={selection}
              aria-expanded={group === openMenu}
              onClick={() => onMenu(group)}
              {...stop(group.name)}
            />
          ) : (
            group.controls.map((control) => (
              <ControlButton
                key={control.name}
                control={control}
                aria-pressed={pressed(control, selection)}
                aria-expanded={control.kind === 'link' ? isLinkOpen : undefined}
                aria-disabled={controls.isDisabled(control) || undefined}
                onClick={() => controls.run(control)}
                {...stop(control.name)}
              />
            ))
          )}
        </div>
      ))}
    </div>
  )
}

function ControlButton({ control, ...props }: { control: Control } & ComponentProps<'button'>) {
  return (
    <PassiveButton title={control.name} aria-label={control.name} {...props}>
      <Sign of={control} />
    </PassiveButton>
  )
}

interface MenuButtonProps extends ComponentProps<'button'> {
  group: ControlGroup
  selection: SelectionState
}

/** Names the kind of block at the caret, or is a sign for what is rarely needed. */
function MenuButton({ group, selection, ...props }: MenuButtonProps) {
  const isOfBlocks = group === FIRST
  const { name } = BLOCK_KINDS[selection.block]
  return (
    <PassiveButton
      aria-haspopup="menu"
      title={group.name}
      aria-label={isOfBlocks ? `${group.name}, ${name}` : group.name}
      className={isOfBlocks ? 'editor-block-type' : undefined}
      {...props}
    >
      {isOfBlocks ? (
        <>
          <span>{name}</span>
          <Icon name="down" />
        </>
      ) : (
        <Icon name="more" />
      )}
    </PassiveButton>
  )
}

/** A press does not take the selection away from the text. */
const PassiveButton = (props: ComponentProps<'button'>) => (
  <button type="button" onMouseDown={(event) => event.preventDefault()} {...props} />
)

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLButtonElement)) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const current = buttons.indexOf(event.target)
  const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  buttons.at(target % buttons.length)?.focus()
}

/** The file chooser of the browser. Not lazy: browsers open it only during the event of a press. */
function FileChooser() {
  const [editor] = useLexicalComposerContext()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const open = () => {
      input.current?.click()
      return true
    }
    return editor.registerCommand(CHOOSE_IMAGES_COMMAND, open, COMMAND_PRIORITY_EDITOR)
  }, [editor])
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      multiple
      hidden
      aria-label="Image files"
      onChange={({ target }) => {
        editor.dispatchCommand(INSERT_IMAGES_COMMAND, { files: [...(target.files ?? [])] })
        editor.focus()
        // So that choosing the same files again is a change.
        target.value = ''
      }}
    />
  )
}
