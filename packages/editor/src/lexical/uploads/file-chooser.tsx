import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import { useEffect, useRef } from 'react'
import { CHOOSE_IMAGES_COMMAND, INSERT_IMAGES_COMMAND } from './commands.ts'

/** The file chooser of the browser. Not lazy: browsers open it only during the event of a press. */
export function FileChooser() {
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
