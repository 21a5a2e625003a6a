import { type ReactNode, type Ref, useId } from 'react'
import { Icon } from '../controls/icon.tsx'
import type { Query } from './search.ts'

interface FindRowProps {
  ref: Ref<HTMLInputElement>
  query: Query
  /** The position and number of matches, which screen readers announce. */
  status: string
  onQuery(query: Query): void
  onStep(by: 1 | -1): void
  children: ReactNode
}

export function FindRow({ ref, query, status, onQuery, onStep, children }: FindRowProps) {
  const id = useId()
  return (
    <div className="editor-find-row">
      <div className="editor-find-field">
        <input
          ref={ref}
          aria-label="Find"
          aria-describedby={id}
          placeholder="Find"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={query.text}
          onChange={(event) => onQuery({ ...query, text: event.target.value })}
        />
        <span id={id} role="status">
          {status}
        </span>
      </div>
      <div className="editor-find-buttons">
        <button
          type="button"
          title="Match case"
          aria-label="Match case"
          aria-pressed={query.isExact}
          onClick={() => onQuery({ ...query, isExact: !query.isExact })}
        >
          <span className="editor-find-case" />
        </button>
        <button
          type="button"
          title="Whole words"
          aria-label="Whole words"
          aria-pressed={query.isWholeWords}
          onClick={() => onQuery({ ...query, isWholeWords: !query.isWholeWords })}
        >
          <span className="editor-find-word" />
        </button>
        <button type="button" title="Previous" aria-label="Previous match" onClick={() => onStep(-1)}>
          <Icon name="move-up" />
        </button>
        <button type="button" title="Next" aria-label="Next match" onClick={() => onStep(1)}>
          <Icon name="move-down" />
        </button>
        {children}
      </div>
    </div>
  )
}
