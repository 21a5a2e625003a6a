import { AriaLiveRegionExtension } from '@lexical/a11y'
import { getExtensionDependencyFromEditor } from '@lexical/extension'
import type { LexicalEditor } from 'lexical'

/** Says to a screen reader what happened in the text, when it is done talking. */
export function announce(editor: LexicalEditor, message: string): void {
  getExtensionDependencyFromEditor(editor, AriaLiveRegionExtension).output.announce(message)
}
