import type { ArticleText } from './article-text.ts'
import type { LeftEntry } from './left-entries.ts'
import { isSameText } from './same-text.ts'

/** Unsaved work that was found when the article was opened. */
export interface Offer {
  text: ArticleText
  base_version: number
  /** The tags it began from; the server does not know them of a working copy. */
  base_tags?: string[]
  updated_at: string
  /** Of the working copy on the server that it is, or was made of; 0 when it is only on this device. */
  copy_revision: number
  /** Its entries in the journal of this device. */
  entries: Pick<LeftEntry, 'remove' | 'release'>[]
}

/** The caller's working copy on the server. */
export interface FoundCopy {
  text: ArticleText
  base_version: number
  revision: number
  updated_at: string
}

/**
 * What there is to offer against the text that is opened, newest first: each different text once, and no working copy
 * that a journal on this device goes beyond. `settled` are the entries that hold nothing else than what is opened.
 */
export function makeOffers(
  opened: ArticleText,
  entries: LeftEntry[],
  copy: FoundCopy | null,
): { offers: Offer[]; settled: Offer['entries'] } {
  const offers: Offer[] = []
  for (const entry of entries) {
    const same = offers.find(({ text }) => isSameText(text, entry.text))
    if (same) same.entries.push(entry)
    else offers.push(offerOf(entry, copy))
  }
  if (copy && !offers.some(({ copy_revision }) => copy_revision === copy.revision)) {
    const { revision, ...rest } = copy
    const same = offers.find(({ text }) => isSameText(text, copy.text))
    if (same) same.copy_revision = revision
    else offers.push({ ...rest, copy_revision: revision, entries: [] })
  }
  const { same = [], other = [] } = Object.groupBy(offers, ({ text }) =>
    isSameText(text, opened) ? 'same' : 'other',
  )
  return {
    offers: other.sort((a, b) => b.updated_at.localeCompare(a.updated_at)),
    settled: same.flatMap((offer) => offer.entries),
  }
}

/** Revisions of one copy lie closer together than this; those of another begin anywhere. */
const LONGEST_COUNT = 10_000

/** The copy is a stage of what the window wrote when the window wrote it, or was about to. */
function offerOf(entry: LeftEntry, copy: FoundCopy | null): Offer {
  const { text, base_version, base_tags, updated_at, copy_revision } = entry
  const ahead = copy_revision - (copy?.revision ?? Number.POSITIVE_INFINITY)
  const isStage = copy !== null && ahead >= 0 && ahead < LONGEST_COUNT
  return {
    text,
    base_version,
    base_tags,
    updated_at,
    copy_revision: isStage ? copy.revision : 0,
    entries: [entry],
  }
}
