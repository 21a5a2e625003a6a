import { defineExtension } from '@lexical/extension'
import { $getSelection, COMMAND_PRIORITY_EDITOR, FOCUS_COMMAND, mergeRegister } from 'lexical'

/**
 * Restores the caret when the focus returns without a press, by Tab or from a closed dialog. Browsers move it to the start.
 */
export const RestoreCaretExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/restore-caret',
  register: (editor) => {
    let isPressed = false
    const press = () => {
      isPressed = true
    }
    const release = () => {
      isPressed = false
    }
    return mergeRegister(
      editor.registerRootListener((root) => {
        if (!root) return
        root.addEventListener('pointerdown', press)
        window.addEventListener('pointerup', release)
        return () => {
          root.removeEventListener('pointerdown', press)
          window.removeEventListener('pointerup', release)
        }
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
  },
})
