import { TOGGLE_LINK_COMMAND } from '@lexical/link'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { readUrl } from './read-url.ts'
import { keepSelectionVisible, setLink } from './set-link.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type SearchArticles, type Suggestion, useSuggestions } from './use-suggestions.ts'

interface LinkFormProps {
  /** URL of the link that is being changed, or null for a new one. */
  current: string | null
  searchArticles?: SearchArticles | undefined
  onClose: () => void
}

/** Asks for the URL of a link or for the title of an own article, below the toolbar. Stands within a form, so is none. */
export function LinkForm({ current, searchArticles, onClose }: LinkFormProps) {
  const [editor] = useLexicalComposerContext()
  const [text, setText] = useState(current ?? '')
  const [isRefused, setRefused] = useState(false)
  const [active, setActive] = useState(0)
  const { suggestions, suggest } = useSuggestions(searchArticles)
  const id = useId()
  useEffect(() => keepSelectionVisible(editor), [editor])

  const close = () => {
    onClose()
    editor.focus()
  }
  const choose = ({ url, title }: Suggestion) => {
    setLink(editor, url, current !== null, title)
    close()
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
    const count = suggestions.length
    const chosen = suggestions[active]
    if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count)
    else if (event.key === 'Enter') chosen ? choose(chosen) : save()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: forms cannot stand in forms
    <div role="group" aria-label="Link" className="editor-panel">
      <label htmlFor={id}>Link URL</label>
      <input
        id={id}
        role="combobox"
        // biome-ignore lint/a11y/noAutofocus: opened by a press of the Link button
        autoFocus
        autoComplete="off"
        value={text}
        placeholder={searchArticles ? 'https://, or the title of an article' : 'https://'}
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={suggestions[active] && `${id}-${active}`}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setRefused(false)
          setActive(0)
          void suggest(event.target.value)
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
      <SuggestionList id={id} suggestions={suggestions} active={active} onChoose={choose} />
      {isRefused && (
        <p id={`${id}-error`} role="alert">
          This URL cannot be linked to. Web, mail and phone addresses, /paths and #anchors can.
        </p>
      )}
    </div>
  )
}
