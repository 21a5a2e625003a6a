import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import {
  BLUR_COMMAND,
  COMMAND_PRIORITY_HIGH,
  KEY_ARROW_DOWN_COMMAND,
  KEY_ARROW_UP_COMMAND,
  KEY_ENTER_COMMAND,
  KEY_ESCAPE_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { findInsertions, type Insertion } from './insertions.ts'
import { placeMenu } from './place-menu.ts'
import { SlashList } from './slash-list.tsx'
import { $removeSlash, type Slash, subscribeToSlash, takeBackSlash } from './slash-query.ts'

/** Blocks to insert, opened by a slash and narrowed by what is typed after it. The focus stays in the text. */
export function SlashMenu() {
  const slash = useLexicalSubscription(subscribeToSlash)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const place = slash && `${slash.key} ${slash.start}`
  // A slash that is typed there again is another one.
  if (!place && dismissed) setDismissed(null)
  if (!slash || place === dismissed) return null
  return <OpenMenu key={place} slash={slash} onDismiss={() => setDismissed(place)} />
}

function OpenMenu({ slash, onDismiss }: { slash: Slash; onDismiss(): void }) {
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const groups = findInsertions(slash.query)
  const insertions = groups.flatMap((group) => group.insertions)
  const [{ query, index }, setActive] = useState({ query: slash.query, index: 0 })
  const active = query === slash.query ? index : 0
  const isEmpty = insertions.length === 0

  const choose = (insertion: Insertion | undefined) => {
    if (!insertion) return
    // Before the insertion, so that undo leads to the empty block and not to a slash that nobody typed.
    if (slash.isLent) takeBackSlash(editor, slash)
    editor.update(() => {
      $removeSlash(slash)
      insertion.$run(editor)
    })
  }
  const step = (by: 1 | -1) =>
    setActive({ query: slash.query, index: (active + by + insertions.length) % insertions.length })

  // Within a line, a slash may be just that: Enter ends the line unless the menu was meant.
  const isMeant = slash.isLent || slash.start === 0 || slash.query.length > 1 || active > 0
  useMenuKeys(editor, !isEmpty, isMeant, {
    onStep: step,
    onChoose: () => choose(insertions[active]),
    onDismiss: () => (slash.isLent ? takeBackSlash(editor, slash) : onDismiss()),
  })
  useLayoutEffect(
    () => describeTextField(editor, isEmpty ? null : { id, active }),
    [editor, id, active, isEmpty],
  )
  useLayoutEffect(() => {
    const place = () => menu.current && placeMenu(editor, menu.current, slash)
    place()
    const viewport = window.visualViewport
    window.addEventListener('resize', place)
    viewport?.addEventListener('resize', place)
    return () => {
      window.removeEventListener('resize', place)
      viewport?.removeEventListener('resize', place)
    }
  })

  if (isEmpty) return null
  return (
    <SlashList
      ref={menu}
      id={id}
      groups={groups}
      active={insertions[active]}
      onChoose={choose}
      onHover={(insertion) => setActive({ query: slash.query, index: insertions.indexOf(insertion) })}
    />
  )
}

interface MenuKeys {
  onStep(by: 1 | -1): void
  onChoose(): void
  onDismiss(): void
}

function useMenuKeys(editor: LexicalEditor, isOn: boolean, takesEnter: boolean, keys: MenuKeys): void {
  const press = useEffectEvent((key: keyof MenuKeys, event: Event | null, by: 1 | -1 = 1) => {
    event?.preventDefault()
    keys[key](by)
    return true
  })
  useEffect(() => {
    if (!isOn) return
    return mergeRegister(
      editor.registerCommand(
        KEY_ARROW_DOWN_COMMAND,
        (event) => press('onStep', event, 1),
        COMMAND_PRIORITY_HIGH,
      ),
      editor.registerCommand(
        KEY_ARROW_UP_COMMAND,
        (event) => press('onStep', event, -1),
        COMMAND_PRIORITY_HIGH,
      ),
      editor.registerCommand(
        KEY_ENTER_COMMAND,
        (event) => takesEnter && press('onChoose', event),
        COMMAND_PRIORITY_HIGH,
      ),
      editor.registerCommand(KEY_ESCAPE_COMMAND, (event) => press('onDismiss', event), COMMAND_PRIORITY_HIGH),
      editor.registerCommand(BLUR_COMMAND, () => !press('onDismiss', null), COMMAND_PRIORITY_HIGH),
    )
  }, [editor, isOn, takesEnter])
}

/** Makes the text field the combobox of the menu while that is open, and says which option is the active one. */
function describeTextField(editor: LexicalEditor, menu: { id: string; active: number } | null) {
  const field = editor.getRootElement()
  if (!field || !menu) return
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-expanded': 'true',
    'aria-controls': menu.id,
    'aria-activedescendant': `${menu.id}-${menu.active}`,
  }
  // A combobox may have none, and the field is not empty now.
  const placeholder = field.getAttribute('aria-placeholder') ?? ''
  field.removeAttribute('aria-placeholder')
  field.setAttribute('role', 'combobox')
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value)
  return () => {
    field.setAttribute('role', 'textbox')
    field.setAttribute('aria-placeholder', placeholder)
    for (const name of Object.keys(attributes)) field.removeAttribute(name)
  }
}
