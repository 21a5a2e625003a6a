import { TOGGLE_LINK_COMMAND } from '@lexical/link'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { readUrl } from './read-url.ts'
import { keepSelectionVisible, setLink } from './set-link.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { UrlField } from './url-field.tsx'
import { type SearchArticles, useSuggestions } from './use-suggestions.ts'

interface LinkFormProps {
  /** URL of the link that is being changed, or null for a new one. */
  current: string | null
  searchArticles?: SearchArticles | undefined
  onClose: () => void
}

/** Asks for the URL of a link or the title of an own article. It is within a form, so it cannot be a form itself. */
export function LinkForm({ current, searchArticles, onClose }: LinkFormProps) {
  const [text, setText] = useState(current ?? '')
  const [isRefused, setRefused] = useState(false)
  const { suggestions, active, suggest, step } = useSuggestions(searchArticles)
  const { apply, remove, close } = useLinkActions(current !== null, onClose)
  const id = useId()

  const change = (typed: string) => {
    setText(typed)
    setRefused(false)
    void suggest(typed)
  }
  const save = () => {
    const url = readUrl(text)
    if (url) apply(url)
    else setRefused(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The key belongs to an input method, as Enter that accepts its conversion.
    if (event.nativeEvent.isComposing) return
    const chosen = suggestions[active]
    if (event.key === 'Enter') chosen ? apply(chosen.url, chosen.title) : save()
    else if (event.key === 'Escape') close()
    else if (!step(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: forms cannot stand in forms
    <div role="group" aria-label="Link" className="editor-panel">
      <UrlField
        id={id}
        text={text}
        placeholder={searchArticles ? 'https://, or the title of an article' : 'https://'}
        activeOption={suggestions[active] && `${id}-${active}`}
        isExpanded={suggestions.length > 0}
        isRefused={isRefused}
        onChange={change}
        onKeyDown={onKeyDown}
      />
      <FormButtons onSave={save} onRemove={current === null ? undefined : remove} onCancel={close} />
      <SuggestionList
        id={id}
        suggestions={suggestions}
        active={active}
        onChoose={({ url, title }) => apply(url, title)}
      />
      {isRefused && (
        <p id={`${id}-error`} role="alert">
          This URL cannot be linked to. Web, mail and phone addresses, /paths and #anchors can.
        </p>
      )}
    </div>
  )
}

/** The actions close the form and return the focus to the text. */
function useLinkActions(isChange: boolean, onClose: () => void) {
  const [editor] = useLexicalComposerContext()
  useEffect(() => keepSelectionVisible(editor), [editor])
  const close = () => {
    onClose()
    editor.focus()
  }
  return {
    close,
    apply: (url: string, title?: string) => {
      setLink(editor, url, isChange, title)
      close()
    },
    remove: () => {
      editor.dispatchCommand(TOGGLE_LINK_COMMAND, null)
      close()
    },
  }
}

interface FormButtonsProps {
  onSave: () => void
  onRemove: (() => void) | undefined
  onCancel: () => void
}

function FormButtons({ onSave, onRemove, onCancel }: FormButtonsProps) {
  return (
    <>
      <button type="button" onClick={onSave}>
        Apply
      </button>
      {onRemove && (
        <button type="button" onClick={onRemove}>
          Remove link
        </button>
      )}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}
