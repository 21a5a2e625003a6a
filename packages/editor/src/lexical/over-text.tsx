import { registerMarkdownShortcuts } from '@lexical/markdown'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { mergeRegister } from 'lexical'
import { useEffect } from 'react'
import { followKeyboard } from './above-keyboard.ts'
import { announceBlocks } from './announce-blocks.ts'
import { BlockHandle } from './arrange/block-handle.tsx'
import { FloatingToolbar } from './floating-toolbar.tsx'
import { guardBlockEdges } from './keys/block-edges.ts'
import { typeOnce } from './keys/typed-once.ts'
import { MARKDOWN } from './markdown/transformers.ts'
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
        typeOnce(editor),
        registerMarkdownShortcuts(editor, MARKDOWN),
        highlightCode(editor),
        announceBlocks(editor),
        quietControls(editor),
        followKeyboard(editor),
        guardBlockEdges(editor),
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
