import { COMMAND_PRIORITY_CRITICAL, INPUT_COMMAND, type LexicalEditor, mergeRegister } from 'lexical'

/**
 * Keeps a slow browser from typing twice. Where more than 100 ms pass between a letter and its event, Lexical has read
 * the letter from the page by then, and what that completed may be set otherwise: the event would type it once more.
 */
export function typeOnce(editor: LexicalEditor): () => void {
  let letter: 'on its way' | 'read' | undefined
  const expect = () => {
    letter = 'on its way'
  }
  return mergeRegister(
    editor.registerRootListener((root) => {
      root?.addEventListener('textInput', expect, { capture: true })
      return () => root?.removeEventListener('textInput', expect, { capture: true })
    }),
    editor.registerUpdateListener(({ dirtyLeaves }) => {
      if (letter && dirtyLeaves.size > 0) letter = 'read'
    }),
    editor.registerCommand(
      INPUT_COMMAND,
      () => {
        const isTyped = letter === 'read'
        letter = undefined
        return isTyped
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  )
}
