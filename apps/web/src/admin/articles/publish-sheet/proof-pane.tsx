import { CARD_TITLE_LENGTH, SEARCH_TITLE_LENGTH } from '@nightdesk/editor'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '../../../ui/button.tsx'
import { CardProof, CoverProof, FeedProof, SearchProof } from './listed-proofs.tsx'
import { PageFrame } from './page-frame.tsx'
import type { Proof } from './use-proof.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** What search engines read of a page. */
export interface PageHead {
  title: string
  description: string
}

/** The page of an article, and how it is listed elsewhere: all of it is what readers will get. */
export function ProofPane({ proof, isOld }: { proof: Proof; isOld: boolean }) {
  const [head, setHead] = useState<PageHead>({ title: '', description: '' })
  const { paths, preview, feed_item, book, edited } = proof
  return (
    <div aria-busy={isOld} className={`flex flex-col gap-6 ${isOld ? 'opacity-60' : ''}`}>
      <Part
        title="The page"
        note={
          <a
            href={preview}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            Open in a new tab
          </a>
        }
      >
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
          <PageFrame
            key={`phone ${edited}`}
            src={paths.page}
            label="The page on a phone"
            {...PHONE}
            className="mx-auto h-[30rem] w-full max-w-60"
          />
          <PageFrame
            key={`desktop ${edited}`}
            src={paths.page}
            label="The page on a desktop"
            {...DESKTOP}
            onLoad={(page) => setHead(readHead(page))}
            className="h-72 w-full sm:h-[30rem]"
          />
        </div>
      </Part>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Part title="The card" note={`PNG, 1200 × 630; ${CARD_TITLE_LENGTH} characters of the title`}>
          <CardProof src={`${paths.card}?${edited}`} head={head} item={feed_item} />
        </Part>
        <Part title="In a search" note={`About ${SEARCH_TITLE_LENGTH} characters of the title`}>
          <SearchProof head={head} url={feed_item.url} />
        </Part>
        <Part title="In a feed" note="RSS, Atom and JSON Feed">
          <FeedProof item={feed_item} />
        </Part>
        <Part title="The e-book" note={book.filename}>
          <CoverProof src={`${paths.cover}?${edited}`} book={book} />
        </Part>
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
