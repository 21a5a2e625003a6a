import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { mergeRegister } from 'lexical'
import { useEffect } from 'react'
import { followKeyboard } from './above-keyboard.ts'
import { announceBlocks } from './announce-blocks.ts'
import { BlockHandle } from './arrange/block-handle.tsx'
import { FloatingToolbar } from './floating-toolbar.tsx'
import { highlightCode } from './marking/code-highlight.ts'
import { quietControls } from './quiet-controls.ts'
import { InsertButton } from './slash/insert-button.tsx'
import { SlashMenu } from './slash/slash-menu.tsx'

/** What stands over the text, and what follows it. */
export function OverText() {
  const [editor] = useLexicalComposerContext()
  useEffect(
    () =>
      mergeRegister(
        highlightCode(editor),
        announceBlocks(editor),
        quietControls(editor),
        followKeyboard(editor),
      ),
    [editor],
  )
  return (
    <>
      <BlockHandle />
      <InsertButton />
      <FloatingToolbar />
      <SlashMenu />
    </>
  )
}
