import './find.css'
import type { LexicalEditor } from 'lexical'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '../controls/icon.tsx'
import { FindRow } from './find-row.tsx'
import { ReplaceRow } from './replace-row.tsx'
import { type Opening, useFinder } from './use-finder.ts'
import { useTextKeys } from './use-text-keys.ts'

interface FindBarProps {
  editor: LexicalEditor
  opening: Opening
  onClose(): void
}

/** Finds and replaces in the text. It is beside the text, not over it: writing goes on while it is open. */
export function FindBar({ editor, opening, onClose }: FindBarProps) {
  const { finder, found, query, setQuery } = useFinder(editor, opening)
  const [hasReplace, setReplace] = useState(opening.hasReplace)
  const [replaced, setReplaced] = useState<number | null>(null)
  const field = useFocusAtOpening(opening, () => opening.hasReplace && setReplace(true))

  const step = (by: 1 | -1) => {
    setReplaced(null)
    finder?.step(by)
  }
  /** The caret is then at the current match. Without a match it is where it was. */
  const close = () => {
    finder?.select()
    onClose()
    editor.focus()
  }
  useTextKeys(editor, { onStep: step, onClose })
  const press = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && event.target === field.current
    if (event.nativeEvent.isComposing || !(isEnter || event.key === 'Escape')) return
    // The bar is within the form that saves the text.
    event.preventDefault()
    event.stopPropagation()
    if (isEnter) step(event.shiftKey ? -1 : 1)
    else close()
  }

  return (
    <search aria-label="Find and replace" className="editor-find" onKeyDown={press}>
      <FindRow
        ref={field}
        query={query}
        status={replaced === null ? describe(found, query.text) : `${replaced} replaced`}
        onQuery={(changed) => {
          setReplaced(null)
          setQuery(changed)
        }}
        onStep={step}
      >
        <BarButtons hasReplace={hasReplace} onReplace={setReplace} onClose={close} />
      </FindRow>
      {hasReplace && (
        <ReplaceRow
          isEmpty={!found?.total}
          onReplace={(text) => {
            setReplaced(null)
            finder?.replace(text)
          }}
          onReplaceAll={(text) => setReplaced(finder?.replaceAll(text) ?? null)}
        />
      )}
    </search>
  )
}

interface BarButtonsProps {
  hasReplace: boolean
  onReplace(hasReplace: boolean): void
  onClose(): void
}

const BarButtons = ({ hasReplace, onReplace, onClose }: BarButtonsProps) => (
  <>
    <button
      type="button"
      aria-expanded={hasReplace}
      title="Replace"
      aria-label="Show replace"
      onClick={() => onReplace(!hasReplace)}
    >
      <Icon name="down" />
    </button>
    <button type="button" title="Close" aria-label="Close find" onClick={onClose}>
      <span aria-hidden="true">×</span>
    </button>
  </>
)

function describe(found: { total: number; number: number } | undefined, text: string): string {
  if (text === '' || !found) return ''
  return found.total === 0 ? 'No results' : `${found.number} of ${found.total}`
}

/** Focuses the field and selects its text, whenever the bar is opened. */
function useFocusAtOpening(opening: Opening, onOpened: () => void) {
  const field = useRef<HTMLInputElement>(null)
  const focus = useEffectEvent(() => {
    onOpened()
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per opening
  useEffect(focus, [opening])
  return field
}
