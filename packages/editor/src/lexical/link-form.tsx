import { $createLinkNode, TOGGLE_LINK_COMMAND } from '@lexical/link'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { createDOMRange } from '@lexical/selection'
import {
  $createParagraphNode,
  $createTextNode,
  $getSelection,
  $isNodeSelection,
  $isRangeSelection,
  type LexicalEditor,
} from 'lexical'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { endsOf } from './block-text.ts'
import { readUrl } from './commands.ts'
import { isOfInputMethod } from './keys/input-methods.ts'
import { $selectEndOfBody } from './nodes.ts'
import { highlight } from './on-screen.ts'

interface LinkFormProps {
  /** URL of the link that is being changed, or null for a new one. */
  current: string | null
  searchArticles: SearchArticles
  onClose: () => void
}

/** Asks for the URL of a link or the title of an own article. It is within a form, so it cannot be a form itself. */
export function LinkForm({ current, searchArticles, onClose }: LinkFormProps) {
  const [text, setText] = useState(current ?? '')
  const [isRefused, setRefused] = useState(false)
  const { suggestions, active, suggest, step } = useSuggestions(searchArticles)
  const [editor] = useLexicalComposerContext()
  useEffect(() => keepSelectionVisible(editor), [editor])
  const id = useId()

  const close = () => {
    onClose()
    editor.focus()
  }
  const apply = (url: string, title?: string) => {
    setLink(editor, url, current !== null, title)
    close()
  }
  const remove = () => {
    editor.dispatchCommand(TOGGLE_LINK_COMMAND, null)
    close()
  }

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
    if (isOfInputMethod(event.nativeEvent)) return
    const isInField = event.target instanceof HTMLInputElement
    const chosen = suggestions[active]
    if (event.key === 'Escape') close()
    else if (isInField && event.key === 'Enter') chosen ? apply(chosen.url, chosen.title) : save()
    else if (!isInField || !step(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: forms cannot stand in forms
    <div role="group" aria-label="Link" className="editor-panel" onKeyDown={onKeyDown}>
      <label htmlFor={id}>Link URL</label>
      <input
        id={id}
        role="combobox"
        // biome-ignore lint/a11y/noAutofocus: opened by a press of the Link button
        autoFocus
        autoComplete="off"
        value={text}
        placeholder="https://, or the title of an article"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={suggestions[active] && `${id}-${active}`}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-error` : undefined}
        onChange={(event) => change(event.target.value)}
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
      {/* When empty it is hidden but rendered, because the field refers to it. */}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Articles"
        className="editor-suggestions"
        hidden={suggestions.length === 0}
      >
        {suggestions.map(({ url, title }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={url}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => apply(url, title)}
          >
            <span>{title}</span> <span className="editor-hint">{url}</span>
          </div>
        ))}
      </div>
      {isRefused && (
        <p id={`${id}-error`} role="alert">
          This URL cannot be linked to. Web, mail and phone addresses, /paths and #anchors can.
        </p>
      )}
    </div>
  )
}

/** Finds articles by the beginning of their titles; each with its public URL. */
export type SearchArticles = (query: string) => Promise<readonly Suggestion[]>

interface Suggestion {
  title: string
  url: string
}

const DEBOUNCE_MS = 150
const NONE: readonly Suggestion[] = []

/** Suggests articles for the typed text. URLs are not searched for, and a failed search has no results. */
function useSuggestions(search: SearchArticles) {
  const [suggestions, setSuggestions] = useState(NONE)
  const [active, setActive] = useState(0)
  const turn = useRef(0)

  const suggest = async (text: string) => {
    const mine = ++turn.current
    setActive(0)
    const query = text.trim()
    if (query === '' || readUrl(query)) return setSuggestions(NONE)
    // So that Enter does not take one that was found for fewer letters.
    setSuggestions((old) => old.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())))
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    const found = mine === turn.current ? await search(query).catch(() => NONE) : NONE
    // Ignores the results of earlier searches.
    if (mine === turn.current) setSuggestions(found)
  }
  /** Moves the active suggestion. @returns whether the key did so */
  const step = (key: string): boolean => {
    const count = suggestions.length
    if (count === 0 || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false
    const by = key === 'ArrowDown' ? 1 : count - 1
    setActive((active + by) % count)
    return true
  }
  return { suggestions, active, suggest, step }
}

/**
 * Links the selected text, or changes the link around the caret; without either, inserts `text` as a link: at the caret, below
 * the selected picture or scene break, or at the end.
 */
function setLink(editor: LexicalEditor, url: string, isChange: boolean, text = url): void {
  editor.update(() => {
    if (!$getSelection()) $selectEndOfBody()
    const block = $getSelection()
    if ($isNodeSelection(block))
      block.getNodes().at(-1)?.getTopLevelElement()?.insertAfter($createParagraphNode()).selectStart()
    const selection = $getSelection()
    if (!isChange && $isRangeSelection(selection) && selection.isCollapsed()) {
      selection.insertNodes([$createLinkNode(url).append($createTextNode(text))])
    } else editor.dispatchCommand(TOGGLE_LINK_COMMAND, { url, rel: null, target: null })
  })
}

/** Name of the highlight that `deferred.css` styles. */
const HIGHLIGHT = 'editor-selection'

/** Highlights the selection while the focus is in the URL field. @returns a function that stops it */
function keepSelectionVisible(editor: LexicalEditor): () => void {
  const range = editor.read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection) || selection.isCollapsed()) return null
    const [start, end] = endsOf(selection)
    return createDOMRange(editor, start.getNode(), start.offset, end.getNode(), end.offset)
  })
  highlight(HIGHLIGHT, range ? [range] : [])
  return () => highlight(HIGHLIGHT, [])
}
