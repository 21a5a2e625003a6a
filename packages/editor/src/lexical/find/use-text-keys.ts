import { CONTROL_OR_META, compileKeyboardShortcuts, type LexicalEditor } from 'lexical'
import { useEffect, useEffectEvent } from 'react'

const KEYS = compileKeyboardShortcuts([
  { key: 'F3', modifiers: {}, by: 1 },
  { key: 'F3', modifiers: { shiftKey: true }, by: -1 },
  { key: 'g', modifiers: CONTROL_OR_META, by: 1 },
  { key: 'g', modifiers: { ...CONTROL_OR_META, shiftKey: true }, by: -1 },
] as const)

interface TextKeys {
  onStep(by: 1 | -1): void
  onClose(): void
}

/** While the bar is open: F3 and Ctrl+G find the next match, with Shift the previous one, and Escape in the text closes. */
export function useTextKeys(editor: LexicalEditor, { onStep, onClose }: TextKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = KEYS.match(event)
    const isEscape = event.key === 'Escape' && event.target === editor.getRootElement()
    if (event.defaultPrevented || event.isComposing) return
    if (isEscape) onClose()
    else if (step) onStep(step.by)
    else return
    event.preventDefault()
    // Lexical has blurred the text.
    if (isEscape) editor.focus()
  })
  useEffect(
    () =>
      editor.registerRootListener((root) => {
        const frame = root?.closest<HTMLElement>('.editor')
        const listener = (event: KeyboardEvent) => press(event)
        frame?.addEventListener('keydown', listener)
        return () => frame?.removeEventListener('keydown', listener)
      }),
    [editor],
  )
}
