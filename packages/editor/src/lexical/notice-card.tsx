import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { UNDO_COMMAND } from 'lexical'
import type { KeyboardEvent, MouseEvent } from 'react'
import { NoticeExtension, type Paste, type PasteForm, showNotice } from './notice.ts'

const LABELS: Readonly<Record<PasteForm, string>> = {
  plain: 'As plain text',
  markdown: 'As Markdown',
}

/** The last notice, with buttons for other forms of a paste. It covers the lower edge of the text and takes no space. */
export function NoticeCard() {
  const notice = useExtensionSignalValue(NoticeExtension, 'notice')
  return (
    <div className="paste-receipt">
      <div className="paste-receipt-card" data-open={notice !== null || undefined}>
        {/* Always rendered: screen readers announce changes of existing live regions only. */}
        <p role="status">{notice?.message}</p>
        {notice && <Actions paste={notice.paste} />}
      </div>
    </div>
  )
}

function Actions({ paste }: { paste: Paste | undefined }) {
  const [editor] = useLexicalComposerContext()
  const close = () => {
    showNotice(editor, null)
    editor.focus()
  }
  const undo = () => {
    editor.dispatchCommand(UNDO_COMMAND, undefined)
    editor.focus()
  }
  const change = async (form: PasteForm, changed: Paste) => {
    const { pasteAs } = await import('./paste/insert-pasted.ts')
    pasteAs(editor, form, changed)
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
      {paste && (
        <>
          {paste.forms.map((form) => (
            <button key={form} type="button" onClick={() => void change(form, paste)}>
              {LABELS[form]}
            </button>
          ))}
          <button type="button" onClick={undo}>
            Undo
          </button>
        </>
      )}
      <button type="button" aria-label="Close" title="Close" onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

/** A press must not take the selection away from the text. */
const keepSelection = (event: MouseEvent) => event.preventDefault()
