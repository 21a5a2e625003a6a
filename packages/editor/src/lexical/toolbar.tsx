import { HistoryExtension } from '@lexical/history'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { COMMAND_PRIORITY_EDITOR, mergeRegister } from 'lexical'
import { type ComponentProps, type FocusEvent, Suspense, useEffect, useRef, useState } from 'react'
import { BLOCK_KINDS, type BlockKind } from './block-kinds.ts'
import {
  $canOpenLink,
  CHOOSE_IMAGES_COMMAND,
  INSERT_IMAGES_COMMAND,
  OPEN_LINK_COMMAND,
  TOGGLE_LINK_FORM_COMMAND,
} from './commands.ts'
import {
  $readSelection,
  CONTROL_GROUPS,
  type ControlGroup,
  type ControlState,
  LINK,
  moveFocus,
  Sign,
  subscribeToSelection,
} from './controls.tsx'
import { Icon } from './icon.tsx'
import type { ImageUploadsProps } from './images/uploads.tsx'
import { ControlPanels, ImageUploads } from './lazy.ts'
import type { SearchArticles } from './link-form.tsx'

interface ControlBarProps extends ImageUploadsProps {
  searchArticles: SearchArticles
}

/** The toolbar, and below it the panels for the selection or a pressed control. */
export function ControlBar({ searchArticles, uploadImage, onPendingUploads }: ControlBarProps) {
  const [editor] = useLexicalComposerContext()
  const state: ControlState = {
    ...useLexicalSubscription(subscribeToSelection),
    canUndo: useExtensionSignalValue(HistoryExtension, 'canUndo'),
    canRedo: useExtensionSignalValue(HistoryExtension, 'canRedo'),
  }
  // The URL of the link that the form changes, null for a new link; undefined while the form is closed.
  const [openLink, setOpenLink] = useState<string | null>()
  const isLinkOpen = openLink !== undefined
  // The caret has moved to another link, or away from this one.
  if (isLinkOpen && openLink !== state.link) setOpenLink(undefined)
  const [openMenu, setOpenMenu] = useState<ControlGroup | null>(null)
  useEffect(() => {
    const open = () => {
      const isMeant = $canOpenLink()
      if (isMeant) setOpenLink($readSelection().link)
      return isMeant
    }
    const toggle = () => {
      const { link } = $readSelection()
      setOpenLink((open) => (open === undefined ? link : undefined))
      return true
    }
    return mergeRegister(
      editor.registerCommand(OPEN_LINK_COMMAND, open, COMMAND_PRIORITY_EDITOR),
      editor.registerCommand(TOGGLE_LINK_FORM_COMMAND, toggle, COMMAND_PRIORITY_EDITOR),
    )
  }, [editor])
  return (
    <div className="editor-controls">
      <Toolbar
        state={state}
        isLinkOpen={isLinkOpen}
        openMenu={openMenu}
        onMenu={(group) => setOpenMenu(group === openMenu ? null : group)}
      />
      <Suspense fallback={null}>
        <ControlPanels
          state={state}
          searchArticles={searchArticles}
          isLinkOpen={isLinkOpen}
          onLinkClose={() => setOpenLink(undefined)}
          openMenu={openMenu}
          onMenuClose={() => setOpenMenu(null)}
        />
        <ImageUploads uploadImage={uploadImage} onPendingUploads={onPendingUploads} />
      </Suspense>
      <FileChooser />
    </div>
  )
}

interface ToolbarProps {
  state: ControlState
  isLinkOpen: boolean
  openMenu: ControlGroup | null
  onMenu(group: ControlGroup): void
}

const [FIRST] = CONTROL_GROUPS

/** One tab stop; the arrow keys, Home and End move between the buttons. */
function Toolbar({ state, isLinkOpen, openMenu, onMenu }: ToolbarProps) {
  const [editor] = useLexicalComposerContext()
  const [tabStop, setTabStop] = useState(FIRST?.name)
  const stop = (name: string) => ({
    tabIndex: name === tabStop ? 0 : -1,
    onFocus: ({ currentTarget }: FocusEvent) => {
      setTabStop(name)
      // On a phone the row scrolls sideways, and browsers do not scroll to a button of which an edge is seen.
      currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    },
  })
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="editor-toolbar"
      onKeyDown={(event) => moveFocus(event)}
    >
      {CONTROL_GROUPS.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
        <div key={group.name} role="group" aria-label={group.name} className="editor-toolbar-group">
          {group.isMenu ? (
            <MenuButton
              group={group}
              kind={state.block}
              aria-expanded={group === openMenu}
              onClick={() => onMenu(group)}
              {...stop(group.name)}
            />
          ) : (
            group.controls.map((control) => (
              <PassiveButton
                key={control.name}
                title={control.name}
                aria-label={control.name}
                aria-pressed={control.isOn?.(state)}
                aria-expanded={control === LINK ? isLinkOpen : undefined}
                aria-disabled={control.isDisabled?.(state) || undefined}
                onClick={() => control.isDisabled?.(state) || control.run(editor, state)}
                {...stop(control.name)}
              >
                <Sign of={control} />
              </PassiveButton>
            ))
          )}
        </div>
      ))}
    </div>
  )
}

interface MenuButtonProps extends ComponentProps<'button'> {
  group: ControlGroup
  /** Of the block at the caret. */
  kind: BlockKind
}

/** Names the kind of block at the caret, or is a sign for what is rarely needed. */
function MenuButton({ group, kind, ...props }: MenuButtonProps) {
  const isOfBlocks = group === FIRST
  const { name } = BLOCK_KINDS[kind]
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
