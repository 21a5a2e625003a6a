import { AppError, oldAddress } from '@nightdesk/contracts'
import type { ImportSummary } from '@nightdesk/db'
import { type FailedItem, type ImportedItem, isFailed, type PictureRef, type Source } from '../model.ts'
import { entriesOf } from '../read-entry.ts'
import { fitItem } from './fit-item.ts'

/** An item as it would be imported. */
export interface ListedItem {
  key: string
  /** The key that earlier imports gave it. */
  old_key: string | null
  title: string
  summary: ImportSummary
  /** What is changed or left out, as sentences. */
  notes: string[]
  /** Why it cannot be imported, as a sentence. */
  failure: string | null
  /** Canonical old addresses, and others by which items link to each other. */
  addresses: string[]
}

/** Reads a source without writing anything. @param except keys of entries that are not read */
export async function* readItems(
  source: Source,
  except: ReadonlySet<string> = new Set(),
): AsyncGenerator<ListedItem> {
  for await (const { key, old_key = null, read } of entriesOf(source)) {
    const item = except.has(key) || except.has(old_key ?? key) ? undefined : await read()
    if (item) yield { ...(isFailed(item) ? failedItem(item) : listItem(item)), old_key }
  }
}

function listItem(item: ImportedItem): Omit<ListedItem, 'old_key'> {
  try {
    const { title, tags, notes } = fitItem(item)
    const linked = [...item.addresses, ...(item.link_paths ?? [])]
    const addresses = new Set(linked.flatMap((address) => oldAddress(address) ?? []))
    return {
      key: item.key,
      title,
      summary: summaryOf(item, tags),
      notes,
      failure: null,
      addresses: [...addresses],
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return failedItem({ key: item.key, title: item.title, failure: error.message })
  }
}

const failedItem = ({ key, title, failure }: FailedItem): Omit<ListedItem, 'old_key'> => ({
  key,
  title: title.toWellFormed().replaceAll('\0', ''),
  summary: {
    state: 'draft',
    published_at: null,
    words: 0,
    pictures: 0,
    tags: [],
    authors: [],
    poster: null,
    old_pictures: [],
  },
  notes: [],
  failure,
  addresses: [],
})

const summaryOf = (
  { state, published_at, words, pictures, poster, authors }: ImportedItem,
  tags: string[],
) => ({
  state,
  published_at,
  words: words.imported,
  pictures: pictures.length + (poster ? 1 : 0),
  tags,
  authors: authors.map(({ name }) => name),
  poster: poster && isOfTheWeb(poster) ? { url: poster.address, alt: poster.alt } : null,
  old_pictures: (poster ? [...pictures, poster] : pictures)
    .filter((picture) => isOfTheWeb(picture) && picture.old_path !== null)
    .map(({ url }) => url),
})

/** Whether a picture is on the old site only. */
export const isOfTheWeb = (picture: PictureRef): picture is PictureRef & { address: string } =>
  picture.path === null && picture.address !== null && /^https?:/i.test(picture.address)
