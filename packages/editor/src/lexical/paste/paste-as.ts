import type { Block } from '@nightdesk/contracts'
import { HISTORIC_TAG, type LexicalEditor, PASTE_TAG } from 'lexical'
import { blocksFromText } from '../../paste/paste.ts'
import { $insertBlocks } from './insert-blocks.ts'
import { $showReceipt } from './insert-pasted.ts'
import type { PasteForm, ReceiptPaste } from './paste-extension.ts'

/** Replaces the paste by another form of it, as one step of undo. */
export async function pasteAs(
  editor: LexicalEditor,
  form: PasteForm,
  { before, plain }: ReceiptPaste,
): Promise<void> {
  const { blocks, blanks } = blocksFromText(plain)
  const pasted = form === 'markdown' ? await readMarkdown(plain) : blocks
  // Records the paste in history first, so that undo restores it.
  editor.setEditorState(before, { tag: HISTORIC_TAG })
  editor.update(
    () => {
      $insertBlocks(pasted, blanks)
      $showReceipt({ message: PASTED_AS[form], form, plain })
    },
    { tag: PASTE_TAG },
  )
}

const PASTED_AS: Readonly<Record<PasteForm, string>> = {
  html: 'Pasted.',
  plain: 'Pasted as plain text.',
  markdown: 'Pasted as Markdown.',
}

async function readMarkdown(text: string): Promise<Block[]> {
  const { blocksOfMarkdown } = await import('./markdown.ts')
  return blocksOfMarkdown(text)
}
