import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { mergeRegister } from 'lexical'
import { useEffect } from 'react'
import { BlockHandle } from '../arrange/block-handle.tsx'
import { BlockMenu } from '../block-menu/block-menu.tsx'
import { announceBlocks } from '../blocks/announce-blocks.ts'
import { highlightCode } from '../highlights/code-highlight.ts'
import { InsertButton } from '../slash/insert-button.tsx'
import { SlashMenu } from '../slash/slash-menu.tsx'
import { trackKeyboard } from '../toolbar/above-keyboard.ts'
import { quietControls } from '../toolbar/quiet-controls.ts'
import { FloatingToolbar } from './floating-toolbar.tsx'

/** Menus and toolbars over the text, and listeners that can be loaded late. */
export function Overlays() {
  const [editor] = useLexicalComposerContext()
  useEffect(
    () =>
      mergeRegister(
        highlightCode(editor),
        announceBlocks(editor),
        quietControls(editor),
        trackKeyboard(editor),
      ),
    [editor],
  )
  return (
    <>
      <BlockHandle />
      <BlockMenu />
      <InsertButton />
      <FloatingToolbar />
      <SlashMenu />
    </>
  )
}
