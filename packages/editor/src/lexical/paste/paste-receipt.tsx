import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { UNDO_COMMAND } from 'lexical'
import type { KeyboardEvent, MouseEvent } from 'react'
import { looksLikeMarkdown } from '../../paste/looks-like-markdown.ts'
import { type PasteForm, PasteReceiptExtension, type ReceiptPaste, SHOW_RECEIPT } from './paste-extension.ts'

const LABELS: Readonly<Record<PasteForm, string>> = {
  html: 'With formatting',
  plain: 'As plain text',
  markdown: 'As Markdown',
}

/** Tells what a paste became, with buttons for its other forms. It covers the lower edge of the text and takes no space. */
export function PasteReceipt() {
  const receipt = useExtensionSignalValue(PasteReceiptExtension, 'receipt')
  return (
    <div className="paste-receipt">
      <div className="paste-receipt-card" data-open={receipt !== null || undefined}>
        {/* Always rendered: screen readers announce changes of existing live regions only. */}
        <p role="status">{receipt?.message}</p>
        {receipt && <ReceiptActions paste={receipt.paste} />}
      </div>
    </div>
  )
}

function ReceiptActions({ paste }: { paste: ReceiptPaste | undefined }) {
  const [editor] = useLexicalComposerContext()
  const close = () => {
    editor.dispatchCommand(SHOW_RECEIPT, null)
    editor.focus()
  }
  const undo = () => {
    editor.dispatchCommand(UNDO_COMMAND, undefined)
    editor.focus()
  }
  const change = async (form: PasteForm) => {
    const { pasteAs } = await import('./paste-as.ts')
    if (paste) await pasteAs(editor, form, paste)
    editor.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
    <div role="group" aria-label="Paste" onKeyDown={onKeyDown} onMouseDown={keepSelection}>
      {paste &&
        otherForms(paste).map((form) => (
          <button key={form} type="button" onClick={() => void change(form)}>
            {LABELS[form]}
          </button>
        ))}
      {paste && (
        <button type="button" onClick={undo}>
          Undo
        </button>
      )}
      <button type="button" aria-label="Close" title="Close" onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

/** The other forms that a paste can take. */
const otherForms = ({ form, plain }: ReceiptPaste): PasteForm[] => [
  ...(form === 'plain' ? [] : ['plain' as const]),
  ...(form === 'markdown' || !looksLikeMarkdown(plain) ? [] : ['markdown' as const]),
]

/** A press must not take the selection away from the text. */
const keepSelection = (event: MouseEvent) => event.preventDefault()
