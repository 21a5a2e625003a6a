import type { LexicalEditor } from 'lexical'

/** Pixels that only a keyboard on the screen takes; bars of browsers are lower. */
const KEYBOARD_MIN = 120

/** Tells the styles how high the keyboard on a phone’s screen is, so that the toolbar can stand on it. */
export function trackKeyboard(editor: LexicalEditor): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => {}
  const follow = () => {
    const frame = editor.getRootElement()?.closest<HTMLElement>('.editor')
    const { height, offsetTop, scale } = viewport
    // Two fingers that enlarge the page make the viewport lower too, but not its height on the screen.
    frame?.toggleAttribute('data-keyboard', window.innerHeight - height * scale > KEYBOARD_MIN)
    frame?.style.setProperty('--keyboard-height', `${window.innerHeight - height - offsetTop}px`)
  }
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  return () => {
    viewport.removeEventListener('resize', follow)
    viewport.removeEventListener('scroll', follow)
  }
}
