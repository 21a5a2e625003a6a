import { registerMarkdownShortcuts } from '@lexical/markdown'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { mergeRegister } from 'lexical'
import { useEffect } from 'react'
import { MARKDOWN } from './markdown/transformers.ts'
import { highlightCode } from './marking/code-highlight.ts'
import { InsertButton } from './slash/insert-button.tsx'
import { SlashMenu } from './slash/slash-menu.tsx'

export { Footer } from './footer/footer.tsx'

/** What stands over the text. Fetched beside the editor: nobody waits for it to write the first letter. */
export function Extras() {
  const [editor] = useLexicalComposerContext()
  useEffect(() => mergeRegister(registerMarkdownShortcuts(editor, MARKDOWN), highlightCode(editor)), [editor])
  return (
    <>
      <InsertButton />
      <SlashMenu />
    </>
  )
}
