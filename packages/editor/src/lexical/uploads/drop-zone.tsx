import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $getRoot, type LexicalEditor } from 'lexical'
import { type DragEvent, type ReactNode, useState } from 'react'
import { INSERT_IMAGES_COMMAND } from './commands.ts'
import { transferredFiles } from './transferred-files.ts'

/** Inserts dropped files into the text, and shows the position while they are dragged. */
export function DropZone({ children, className }: { children: ReactNode; className: string }) {
  const [editor] = useLexicalComposerContext()
  const [line, setLine] = useState<number>()

  // In the capture phase, before the text and its fields get the events.
  const over = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    const { top } = event.currentTarget.getBoundingClientRect()
    setLine(placeAt(editor, event.clientY).y - top)
  }
  const leave = (event: DragEvent<HTMLElement>) => {
    const { relatedTarget } = event
    if (!(relatedTarget instanceof Node && event.currentTarget.contains(relatedTarget))) setLine(undefined)
  }
  const drop = (event: DragEvent<HTMLElement>) => {
    setLine(undefined)
    const files = transferredFiles(event.dataTransfer)
    if (files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    editor.dispatchCommand(INSERT_IMAGES_COMMAND, { files, index: placeAt(editor, event.clientY).index })
    editor.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped can be chosen and pasted as well
    <div className={className} onDragOverCapture={over} onDragLeave={leave} onDropCapture={drop}>
      {children}
      {line !== undefined && <div className="editor-drop-line" style={{ top: line }} />}
    </div>
  )
}

/** The index and position of the gap between top-level blocks that is nearest to a vertical position in the window. */
function placeAt(editor: LexicalEditor, height: number): { index: number; y: number } {
  const blocks = editor
    .read(() => $getRoot().getChildrenKeys())
    .flatMap((key) => editor.getElementByKey(key)?.getBoundingClientRect() ?? [])
  const below = blocks.findIndex(({ top, bottom }) => height < (top + bottom) / 2)
  const index = below === -1 ? blocks.length : below
  const [before, after] = [blocks[index - 1], blocks[index]]
  const edges = [before?.bottom, after?.top].filter((edge) => edge !== undefined)
  return { index, y: edges.reduce((sum, edge) => sum + edge, 0) / Math.max(1, edges.length) }
}
