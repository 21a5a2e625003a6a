import { CARD_SIZE } from '@nightdesk/contracts'
import { SEARCH_TITLE_LENGTH, truncateAtWord } from '@nightdesk/editor'
import type { PageHead } from './proof-pane.tsx'
import type { Proof } from './use-proof.ts'

const frame = 'overflow-hidden rounded-card border border-line bg-surface'

interface CardProofProps {
  src: string
  head: PageHead
  item: Proof['feed_item']
}

/** A link to the story as other sites show it. */
export function CardProof({ src, head, item }: CardProofProps) {
  return (
    <div className={frame}>
      <img {...CARD_SIZE} src={src} alt={`The card of ${item.title}`} className="h-auto w-full bg-sunken" />
      <div className="border-t border-line px-3 py-2">
        <p className="text-xs text-muted">{new URL(item.url).host}</p>
        <p className="truncate font-medium">{item.title}</p>
        <p className="line-clamp-2 text-xs text-ink-2">{head.description}</p>
      </div>
    </div>
  )
}

/** The page among the results of a search engine. */
export function SearchProof({ head, url }: { head: PageHead; url: string }) {
  return (
    <div className={`${frame} px-4 py-3`}>
      <p className="truncate text-xs text-muted">{url}</p>
      <p className="text-md text-info">{truncateAtWord(head.title, SEARCH_TITLE_LENGTH)}</p>
      <p className="text-ink-2">{head.description}</p>
    </div>
  )
}

/** The story in the list of a feed reader. */
export function FeedProof({ item }: { item: Proof['feed_item'] }) {
  return (
    <div className={`${frame} flex gap-3 px-4 py-3`}>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{item.title}</p>
        <p className="text-xs text-muted">{item.author}</p>
        <p className="mt-1 line-clamp-3 text-ink-2">{item.summary}</p>
      </div>
      {item.image && (
        <img
          src={new URL(item.image).pathname}
          alt=""
          className="size-16 shrink-0 rounded-control bg-sunken object-cover"
        />
      )}
    </div>
  )
}

/** Pixels, as the server draws it. */
const COVER_SIZE = { width: 1200, height: 1800 }

/** The e-book in a library. */
export function CoverProof({ src, book }: { src: string; book: Proof['book'] }) {
  return (
    <div className={`${frame} flex items-center gap-4 p-4`}>
      <img
        {...COVER_SIZE}
        src={src}
        alt={`The cover of ${book.title}`}
        className="h-auto w-28 shrink-0 rounded-[4px] border border-line bg-sunken"
      />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{book.title}</p>
        <p className="text-ink-2">{book.author}</p>
      </div>
    </div>
  )
}
