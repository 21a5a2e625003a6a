import type { Note } from '@nightdesk/contracts'
import { formatRecent } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'

interface NoteCardProps {
  note: Note
  isCurrent: boolean
  /** Scrolls to its words; undefined when they are gone, or when it is about the whole story. */
  onShow?: () => void
  /** Puts the suggested words into the text. */
  onTake?: () => void
  onResolve(): void
  onReopen(): void
}

/** A reader’s note with its buttons. */
export function NoteCard({ note, isCurrent, onShow, onTake, onResolve, onReopen }: NoteCardProps) {
  const { id, name, text, quote, suggestion, created_at, resolved_at, resolved_by_name } = note
  return (
    <li data-note={id}>
      <article
        aria-label={quote ? `Note by ${name} on “${quote}”` : `Note by ${name} on the whole story`}
        className={`note-card ${isCurrent ? 'note-card-current' : ''}`}
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          <strong className="font-medium wrap-anywhere">{name}</strong>
          <span className="text-xs text-muted">{formatRecent(created_at)}</span>
        </p>
        {onShow ? (
          <button
            type="button"
            className="note-quote"
            aria-label={`Show “${quote}” in the text`}
            onClick={onShow}
          >
            {quote}
          </button>
        ) : (
          quote !== '' && <p className="note-quote">{quote}</p>
        )}
        {quote === '' && resolved_at !== null && <p className="text-xs text-muted">On the whole story</p>}
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        {suggestion !== null && (
          <p className="wrap-anywhere">
            <span className="text-muted">Suggested: </span>
            {suggestion === '' ? 'no words' : `“${suggestion}”`}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {onTake && (
            <Button size="sm" variant="secondary" onClick={onTake}>
              Take the suggestion
            </Button>
          )}
          {resolved_at === null ? (
            <Button size="sm" variant="secondary" onClick={onResolve}>
              Resolve
            </Button>
          ) : (
            <Button size="sm" variant="secondary" onClick={onReopen}>
              Reopen
            </Button>
          )}
        </div>
        {resolved_at !== null && (
          <p className="text-xs text-muted">
            Resolved {formatRecent(resolved_at)}
            {resolved_by_name && ` by ${resolved_by_name}`}
          </p>
        )}
      </article>
    </li>
  )
}
