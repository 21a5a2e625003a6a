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
import { useEffect, useEffectEvent } from 'react'

interface MenuKeys {
  onStep(by: 1 | -1): void
  onChoose(): void
  onDismiss(): void
}

/** Handles the keys of the open menu, and a loss of focus. */
export function useMenuKeys(editor: LexicalEditor, isOn: boolean, takesEnter: boolean, keys: MenuKeys): void {
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

/** Makes the text field a combobox with an active option while the menu is open. */
export function describeTextField(editor: LexicalEditor, menu: { id: string; active: number } | null) {
  const field = editor.getRootElement()
  if (!field || !menu) return
  const attributes = {
    'aria-autocomplete': 'list',
    'aria-expanded': 'true',
    'aria-controls': menu.id,
    'aria-activedescendant': `${menu.id}-${menu.active}`,
  }
  // ARIA allows no aria-placeholder on a combobox, and the field is not empty now.
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
