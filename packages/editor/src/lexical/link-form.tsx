import { $createLinkNode, TOGGLE_LINK_COMMAND } from '@lexical/link'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { isSafeUrl } from '@nightdesk/contracts'
import { $createTextNode, $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical'
import { type KeyboardEvent, useId, useState } from 'react'

interface LinkFormProps {
  /** URL of the link that is being changed, or null for a new one. */
  current: string | null
  onClose: () => void
}

/** Asks for the URL of a link, below the toolbar. Not a form element: it stands within one. */
export function LinkForm({ current, onClose }: LinkFormProps) {
  const [editor] = useLexicalComposerContext()
  const [text, setText] = useState(current ?? '')
  const [isRefused, setRefused] = useState(false)
  const id = useId()

  const close = () => {
    onClose()
    editor.focus()
  }
  const save = () => {
    const url = readUrl(text)
    if (!url) return setRefused(true)
    setLink(editor, url, current !== null)
    close()
  }
  const remove = () => {
    editor.dispatchCommand(TOGGLE_LINK_COMMAND, null)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else close()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: forms cannot stand in forms
    <div role="group" aria-label="Link" className="editor-panel">
      <label htmlFor={id}>Link URL</label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: opened by a press of the Link button
        autoFocus
        value={text}
        placeholder="https://"
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setRefused(false)
        }}
        onKeyDown={onKeyDown}
      />
      <button type="button" onClick={save}>
        Apply
      </button>
      {current !== null && (
        <button type="button" onClick={remove}>
          Remove link
        </button>
      )}
      <button type="button" onClick={close}>
        Cancel
      </button>
      {isRefused && (
        <p id={`${id}-error`} role="alert">
          This URL cannot be linked to. Web, mail and phone addresses, /paths and #anchors can.
        </p>
      )}
    </div>
  )
}

/** A name with a dot and no scheme: `example.org` is what people type for `https://example.org`. */
const BARE_HOST = /^[^:/?#]+\.[^:/?#]/

function readUrl(text: string): string | undefined {
  const typed = text.trim()
  const url = BARE_HOST.test(typed) ? `https://${typed}` : typed
  return isSafeUrl(url) ? url : undefined
}

function setLink(editor: LexicalEditor, url: string, isChange: boolean): void {
  editor.update(() => {
    const selection = $getSelection()
    if (!isChange && $isRangeSelection(selection) && selection.isCollapsed()) {
      selection.insertNodes([$createLinkNode(url).append($createTextNode(url))])
    } else editor.dispatchCommand(TOGGLE_LINK_COMMAND, { url, rel: null, target: null })
  })
}
