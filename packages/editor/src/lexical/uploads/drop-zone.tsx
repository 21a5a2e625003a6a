import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import type { ReactNode } from 'react'
import { INSERT_IMAGES_COMMAND } from './commands.ts'
import { transferredFiles } from './transferred-files.ts'

/** Inserts dropped files at the caret until `drop-line.tsx` is loaded, which inserts them where they are dropped. */
export function DropZone({ children }: { children: ReactNode }) {
  const [editor] = useLexicalComposerContext()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be chosen and pasted as well
    <div
      className="editor"
      // Without this, the browser would leave the page and open the file.
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        const files = transferredFiles(event.dataTransfer)
        if (files.length === 0) return
        event.preventDefault()
        editor.dispatchCommand(INSERT_IMAGES_COMMAND, { files })
      }}
    >
      {children}
    </div>
  )
}
