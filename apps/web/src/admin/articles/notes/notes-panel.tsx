import './notes.css'
import type { AdminArticle, ArticleKind, Note } from '@nightdesk/contracts'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { api } from '../../../api.ts'
import { formatRecent } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../notify.ts'
import { SidePanel } from '../../screen/side-panel.tsx'
import { type Places, useMargin, useMarkedWords, useNoteMarks, usePlaces } from './note-places.ts'
import { isOpen } from './notes.tsx'

interface NotesPanelProps {
  article: AdminArticle
  notes: readonly Note[]
  onClose(): void
}

/** The notes of readers: beside their words on a wide screen, else a list in their order. */
export function NotesPanel({ article, notes, onClose }: NotesPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const { placed, whole, gone, resolved, cardOf } = useCards(article, notes, panel)
  return (
    <SidePanel ref={panel} id="article-notes" title="Notes" isOpen onClose={onClose}>
      {placed.length + whole.length + gone.length === 0 && <p className="text-muted">No open notes</p>}
      <NoteList label={`On the whole ${article.kind}`} notes={whole} cardOf={cardOf} />
      <NoteList label="In the text" isQuiet notes={placed} cardOf={cardOf} />
      <NoteList label="Its place is gone" notes={gone} cardOf={cardOf} />
      {resolved.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-muted">{`Resolved (${resolved.length})`}</summary>
          <ul className="flex flex-col gap-3">{resolved.map(cardOf)}</ul>
        </details>
      )}
    </SidePanel>
  )
}

function useCards(article: AdminArticle, notes: readonly Note[], panel: RefObject<HTMLElement | null>) {
  const marks = useNoteMarks()
  const places = usePlaces(marks, notes, article)
  const [currentId, setCurrentId] = useState<number>()
  const groups = groupNotes(notes, places)
  const { placed } = groups
  useMarkedWords({ marks, places, placed }, currentId, setCurrentId)
  useMargin(panel, { marks, places, placed })
  const { resolve, reopen } = useResolve(article.id)
  const settle = ({ id }: Note) => {
    focusNext(panel.current, id)
    resolve(id)
  }
  const cardOf = (note: Note) => {
    const range = isOpen(note) ? places.get(note.id)?.range : undefined
    const show = () => {
      setCurrentId(note.id)
      if (range) marks?.reveal(range)
    }
    const take = async () => {
      if (range && (await marks?.replace(range, note.suggestion ?? ''))) settle(note)
    }
    return (
      <NoteCard
        key={note.id}
        note={note}
        kind={article.kind}
        isCurrent={note.id === currentId}
        onShow={range && show}
        onTake={range && note.suggestion !== null ? take : undefined}
        onResolve={() => settle(note)}
        onReopen={() => {
          focusNext(panel.current, note.id)
          reopen(note.id)
        }}
      />
    )
  }
  return { ...groups, cardOf }
}

interface NoteListProps {
  label: string
  notes: readonly Note[]
  cardOf(note: Note): ReactNode
  /** Only screen readers need the label. */
  isQuiet?: boolean
}

function NoteList({ label, notes, cardOf, isQuiet = false }: NoteListProps) {
  if (notes.length === 0) return null
  return (
    <section aria-label={label}>
      {!isQuiet && <h3 className="pb-2 text-xs font-medium text-muted">{label}</h3>}
      <ul className="flex flex-col gap-3">{notes.map(cardOf)}</ul>
    </section>
  )
}

/** A note that is resolved or opened again leaves its list: the focus goes to the next one, or else to the panel. */
function focusNext(panel: HTMLElement | null, id: number): void {
  const cards = [...(panel?.querySelectorAll<HTMLElement>('[data-note]') ?? [])]
  const index = cards.findIndex(({ dataset }) => dataset.note === String(id))
  const next = cards[index + 1]?.querySelector<HTMLElement>('button')
  // The resolved ones may be folded away.
  ;(next?.checkVisibility() ? next : panel)?.focus({ preventScroll: true })
}

/** Open notes in the order of their words, those without words, and resolved ones. */
function groupNotes(notes: readonly Note[], places: Places) {
  const open = notes.filter(isOpen)
  const startOf = ({ id }: Note) => places.get(id)?.range?.start ?? 0
  const withWords = open.filter(({ quote }) => quote !== '')
  // Those that are not placed yet stay in the text: the code that places them may fail to load.
  const isGone = ({ id }: Note) => places.has(id) && places.get(id)?.range === undefined
  return {
    placed: withWords.filter((note) => !isGone(note)).sort((a, b) => startOf(a) - startOf(b)),
    whole: open.filter(({ quote }) => quote === ''),
    gone: withWords.filter(isGone),
    resolved: notes.filter((note) => !isOpen(note)),
  }
}

function useResolve(id: number) {
  const utils = api.useUtils()
  const reload = () => utils.notes.list.invalidate({ id })
  const { mutate: reopen } = api.notes.reopen.useMutation({
    meta: { failure: { title: 'Failed to reopen the note' } },
    onSuccess: reload,
  })
  const { mutate: resolve } = api.notes.resolve.useMutation({
    meta: { failure: { title: 'Failed to resolve the note' } },
    onSuccess: (_, { note_id }) => {
      reload()
      notify({ title: 'Note resolved', topic: 'note', undo: () => reopen({ id, note_id }) })
    },
  })
  return {
    resolve: (note_id: number) => resolve({ id, note_id }),
    reopen: (note_id: number) => reopen({ id, note_id }),
  }
}

interface NoteCardProps {
  note: Note
  kind: ArticleKind
  isCurrent: boolean
  /** Scrolls to its words; undefined when they are gone, or when it is about the whole text. */
  onShow?: () => void
  /** Puts the suggested words into the text. */
  onTake?: () => void
  onResolve(): void
  onReopen(): void
}

const quoteClass =
  'line-clamp-3 border-l-3 border-jacket pl-[0.6rem] text-start font-serif text-ink-2 wrap-anywhere'

function NoteCard({ note, kind, isCurrent, onShow, onTake, onResolve, onReopen }: NoteCardProps) {
  const { id, name, text, quote, suggestion, created_at, resolved_at, resolved_by_name } = note
  return (
    <li data-note={id}>
      <article
        aria-label={quote ? `Note by ${name} on “${quote}”` : `Note by ${name} on the whole ${kind}`}
        className={`flex flex-col gap-2 rounded-card border bg-surface p-3 ${isCurrent ? 'border-control shadow-float' : 'border-line'}`}
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          <strong className="font-medium wrap-anywhere">{name}</strong>
          <span className="text-xs text-muted">{formatRecent(created_at)}</span>
        </p>
        {onShow ? (
          <button
            type="button"
            dir="auto"
            className={`${quoteClass} hover:text-ink hover:underline`}
            aria-label={`Show “${quote}” in the text`}
            onClick={onShow}
          >
            {quote}
          </button>
        ) : (
          quote !== '' && (
            <p dir="auto" className={quoteClass}>
              {quote}
            </p>
          )
        )}
        {quote === '' && resolved_at !== null && (
          <p className="text-xs text-muted">{`On the whole ${kind}`}</p>
        )}
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        {suggestion !== null && (
          <p className="wrap-anywhere">
            <span className="text-muted">Suggested: </span>
            {suggestion === '' ? 'no words' : <bdi>“{suggestion}”</bdi>}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {onTake && (
            <Button size="sm" onClick={onTake}>
              Take the suggestion
            </Button>
          )}
          <Button size="sm" onClick={resolved_at === null ? onResolve : onReopen}>
            {resolved_at === null ? 'Resolve' : 'Reopen'}
          </Button>
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
