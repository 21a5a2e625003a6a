import {
  $getSelection,
  COMMAND_PRIORITY_EDITOR,
  CONTROL_OR_META,
  compileKeyboardShortcuts,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { useEffect, useState } from 'react'
import { FindBar } from './find-bar.tsx'
import { OPEN_FIND_COMMAND } from './open-find.ts'
import type { Opening } from './use-finder.ts'

/** Opens the find bar by key or command. Before this code is loaded, the keys are the browser’s. */
export function Find({ editor }: { editor: LexicalEditor }) {
  const [opening, setOpening] = useState<Opening | null>(null)
  useEffect(() => onOpen(editor, setOpening), [editor])
  return opening && <FindBar editor={editor} opening={opening} onClose={() => setOpening(null)} />
}

/** Replace on a Mac has Shift, too: ⌘H hides the program. */
const KEYS = [
  { key: 'f', modifiers: CONTROL_OR_META, hasReplace: false },
  { key: 'h', modifiers: CONTROL_OR_META, hasReplace: true },
  { key: 'h', modifiers: { ...CONTROL_OR_META, shiftKey: true }, hasReplace: true },
]

/** The keys work in title, text and toolbar. In the bar itself, the key for find is left to the browser. */
function onOpen(editor: LexicalEditor, callback: (opening: Opening) => void): () => void {
  const open = (hasReplace: boolean) => {
    callback({ hasReplace, selected: editor.read($selectedLine) })
    return true
  }
  const keys = compileKeyboardShortcuts(KEYS)
  const press = (event: KeyboardEvent) => {
    const key = keys.match(event)
    if (!key || event.defaultPrevented || (!key.hasReplace && isInBar(event.target))) return
    event.preventDefault()
    open(key.hasReplace)
  }
  return mergeRegister(
    editor.registerCommand(OPEN_FIND_COMMAND, () => open(true), COMMAND_PRIORITY_EDITOR),
    editor.registerRootListener((root) => {
      const frame = root?.closest<HTMLElement>('.editor')
      frame?.addEventListener('keydown', press)
      return () => frame?.removeEventListener('keydown', press)
    }),
  )
}

const isInBar = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.editor-find') !== null

/** Longer selections are not searched for. */
const MAX_SELECTED = 100

function $selectedLine(): string {
  const text = $getSelection()?.getTextContent() ?? ''
  return text.length <= MAX_SELECTED && !text.includes('\n') ? text : ''
}
