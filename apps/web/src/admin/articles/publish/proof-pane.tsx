import { type AdminArticle, CARD_SIZE, proofPaths } from '@nightdesk/contracts'
import { CARD_TITLE_LENGTH, SEARCH_TITLE_LENGTH, truncateAtWord } from '@nightdesk/editor'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import { api, explain } from '../../../api.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { NewTabLink } from '../../screen/button-link.tsx'
import { DESKTOP, PageFrame, PHONE } from '../../screen/page-frame.tsx'
import { proofKey } from '../article-changed.ts'
import { useEditState, useWriting } from '../saving/writing-context.tsx'

/** What search engines read of a page. */
interface PageHead {
  title: string
  description: string
}

/** The page of an article, and how it is listed elsewhere: all of it is what readers will get. */
export function ProofPane({ article: { id, kind } }: { article: AdminArticle }) {
  const { data: proof, error, isPlaceholderData: isOld, refetch } = useProof(id)
  const [head, setHead] = useState<PageHead>({ title: '', description: '' })
  if (error) {
    const message = error instanceof TRPCClientError ? explain(error) : error.message
    return <ErrorState message={message} onRetry={() => refetch()} />
  }
  if (!proof) return <Loading label="Loading the proof..." lines={1} line="h-120" />
  const { paths, preview, feed_item, book, edited } = proof
  return (
    <div aria-busy={isOld} className={`flex flex-col gap-6 ${isOld ? 'opacity-60' : ''}`}>
      <Part
        title="The page"
        note={
          <NewTabLink to={preview} size="sm">
            Open in a new tab
          </NewTabLink>
        }
      >
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <PageFrame
            key={`phone ${edited}`}
            page={{ src: paths.page }}
            label="The page on a phone"
            {...PHONE}
            className="mx-auto h-[30rem] w-full max-w-60"
          />
          <PageFrame
            key={`desktop ${edited}`}
            page={{ src: paths.page }}
            label="The page on a desktop"
            {...DESKTOP}
            onLoad={(page) => setHead(readHead(page))}
            className="h-72 w-full sm:h-[30rem]"
          />
        </div>
      </Part>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {kind === 'story' && (
          <Part title="The card" note={`PNG, 1200 × 630; ${CARD_TITLE_LENGTH} characters of the title`}>
            <CardProof src={`${paths.card}?${edited}`} head={head} item={feed_item} />
          </Part>
        )}
        <Part title="In a search" note={`About ${SEARCH_TITLE_LENGTH} characters of the title`}>
          <SearchProof head={head} url={feed_item.url} />
        </Part>
        {kind === 'story' && (
          <>
            <Part title="In a feed" note="RSS, Atom and JSON Feed">
              <FeedProof item={feed_item} />
            </Part>
            <Part title="The e-book" note={book.filename}>
              <CoverProof src={`${paths.cover}?${edited}`} book={book} />
            </Part>
          </>
        )}
      </div>
    </div>
  )
}

function readHead(page: Document): PageHead {
  const description = page.querySelector('meta[name=description]')?.getAttribute('content') ?? ''
  return { title: page.title, description }
}

function Part({ title, note, children }: { title: string; note: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <header className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-sm font-medium">{title}</h2>
        <span className="text-xs wrap-anywhere text-muted">{note}</span>
      </header>
      {children}
    </section>
  )
}

type Proof = NonNullable<ReturnType<typeof useProof>['data']>

const LINK_HOURS = 1
/** Milliseconds, less than the link works. */
const LINK_FRESH = 50 * 60_000

/** The proof of the text in the editor, which is first made the working copy. A changed text has another proof. */
function useProof(articleId: number) {
  const { draftEditor } = useWriting()
  const queries = useQueryClient()
  const { client } = api.useUtils()
  const edited = useEditState(({ save }) => save.edited)
  const key = proofKey(articleId)

  /** One link for all proofs of an article: it always shows the newest text. */
  const readLink = () =>
    queries.fetchQuery({
      queryKey: [...key, 'link'],
      staleTime: LINK_FRESH,
      queryFn: () => client.previews.create.mutate({ id: articleId, hours: LINK_HOURS, with_unsaved: true }),
    })

  return useQuery({
    queryKey: [...key, 'text', edited],
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async () => {
      const isSent = await draftEditor.catchUp()
      if (!isSent) throw new Error(UNSENT)
      const [{ url }, names] = await Promise.all([readLink(), client.proofs.get.query({ id: articleId })])
      const preview = new URL(url).pathname
      return { ...names, preview, paths: proofPaths(preview), edited }
    },
  })
}

const UNSENT = 'What you wrote last could not be sent, so the proof would be an older one.'

const frame = 'overflow-hidden rounded-card border border-line bg-surface'

/** A link to the story as other sites show it. */
function CardProof({ src, head, item }: { src: string; head: PageHead; item: Proof['feed_item'] }) {
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
function SearchProof({ head, url }: { head: PageHead; url: string }) {
  return (
    <div className={`${frame} px-4 py-3`}>
      <p className="truncate text-xs text-muted">{url}</p>
      <p className="text-md text-info">{truncateAtWord(head.title, SEARCH_TITLE_LENGTH)}</p>
      <p className="text-ink-2">{head.description}</p>
    </div>
  )
}

/** The story in the list of a feed reader. */
function FeedProof({ item }: { item: Proof['feed_item'] }) {
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
function CoverProof({ src, book }: { src: string; book: Proof['book'] }) {
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
