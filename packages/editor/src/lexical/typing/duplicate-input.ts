import { COMMAND_PRIORITY_CRITICAL, INPUT_COMMAND, type LexicalEditor, mergeRegister } from 'lexical'

/** Milliseconds after which Lexical no longer waits for an input event, and reads the DOM itself. */
const LEXICAL_TIMEOUT_MS = 100

/**
 * Prevents that a slow browser types a letter twice. After Lexical has read a letter from the DOM, a rule such as Markdown
 * may have changed the text before the input event arrives: the event would insert the letter again.
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
