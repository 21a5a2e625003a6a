import { type LexicalEditor, registerEventListeners } from 'lexical'

/** Minimum height of an on-screen keyboard in pixels; bars of browsers are lower. */
const KEYBOARD_MIN = 120

/** Sets the height of the on-screen keyboard as a CSS variable, to position the toolbar above it. */
export function trackKeyboard(editor: LexicalEditor): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const follow = () => {
    const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
    const { height, offsetTop, scale } = viewport
    // Pinch zoom reduces the viewport height, too, but not its product with the scale.
    frame?.toggleAttribute('data-keyboard', window.innerHeight - height * scale > KEYBOARD_MIN)
    frame?.style.setProperty('--keyboard-height', `${window.innerHeight - height - offsetTop}px`)
  }
  // The keyboard may have opened before this code was loaded.
  follow()
  return registerEventListeners(viewport, { resize: follow, scroll: follow })
}
