import { COMMAND_PRIORITY_CRITICAL, INPUT_COMMAND, type LexicalEditor, mergeRegister } from 'lexical'

/** Milliseconds after which Lexical no longer waits for the event of a letter, and reads the page itself. */
const LEXICAL_TIMEOUT_MS = 100

/**
 * Keeps a slow browser from typing twice. What Lexical has read from the page may be set otherwise by the time the
 * event comes, as a letter that closes a mark is: the event would type it once more.
 */
export function ignoreDuplicateInput(editor: LexicalEditor): () => void {
  let typedAt = Number.POSITIVE_INFINITY
  let isRead = false
  function expect({ timeStamp }: Event) {
    typedAt = timeStamp
    isRead = false
  }
  return mergeRegister(
    editor.registerRootListener((root) => {
      root?.addEventListener('textInput', expect, { capture: true })
      return () => root?.removeEventListener('textInput', expect, { capture: true })
    }),
    editor.registerUpdateListener(({ dirtyLeaves }) => {
      isRead ||= dirtyLeaves.size > 0 && performance.now() - typedAt > LEXICAL_TIMEOUT_MS
    }),
    editor.registerCommand(
      INPUT_COMMAND,
      () => {
        const isTyped = isRead
        typedAt = Number.POSITIVE_INFINITY
        isRead = false
        return isTyped
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  )
}
