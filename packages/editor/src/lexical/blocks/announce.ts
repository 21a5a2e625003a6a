import { AriaLiveRegionExtension } from '@lexical/a11y'
import { getExtensionDependencyFromEditor } from '@lexical/extension'
import type { LexicalEditor } from 'lexical'

/** Makes screen readers announce a message, politely: after the current speech. */
export function announce(editor: LexicalEditor, message: string): void {
  getExtensionDependencyFromEditor(editor, AriaLiveRegionExtension).output.announce(message)
}
