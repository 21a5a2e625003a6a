import { createHash } from 'node:crypto'
import { type LossKind, uniqueTags } from '@nightdesk/contracts'
import { oneLine } from './archive/fields.ts'
import { type FailedItem, type ImportedItem, type Source, type SourceEntry, SourceError } from './model.ts'
import { Receipt } from './receipt.ts'

/** An entry with a key that no other of its source has. Only errors of the disk are thrown by `read`; others are failures. */
export interface ReadableEntry extends Pick<SourceEntry, 'key' | 'old_key' | 'title'> {
  read: () => Promise<ImportedItem | FailedItem | undefined>
}

/** The entries of a source. Files that were put together by hand have a key twice: the second `7` is `7-2`. */
export async function* entriesOf({ entries }: Pick<Source, 'entries'>): AsyncGenerator<ReadableEntry> {
  const times = new Map<string, number>()
  for await (const entry of entries()) {
    const first = indexable(entry.key)
    let key = first
    let count = times.get(key) ?? 0
    while (times.has(key)) key = `${first}-${++count + 1}`
    times.set(first, count)
    times.set(key, times.get(key) ?? 0)
    yield { ...entry, key, read: () => readEntry({ ...entry, key }) }
  }
}

/** An index of Postgres holds 2,704 bytes for the identity of a source and a key: a hash stands for one that is longer than any file name. */
export const indexable = (name: string): string => (Buffer.byteLength(name) > 1_200 ? sha256(name) : name)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Two folders may have a text of the same path, and two people a file of the same name: the contents tell them apart. */
export const keysOf = (path: string, contents: string): Pick<SourceEntry, 'key' | 'old_key'> => ({
  key: `${path}#${sha256(contents).slice(0, 8)}`,
  old_key: path,
})

/** Reads all of a source, one entry after another. */
export async function* readSource(
  source: Pick<Source, 'entries'>,
): AsyncGenerator<ImportedItem | FailedItem> {
  for await (const entry of entriesOf(source)) {
    const item = await entry.read()
    if (item) yield item
  }
}

/** Real texts have some ten. More than thousands would take longer than a statement may. */
const MAX_ADDRESSES = 1_000

/** What a text has of which its source says nothing. */
const NOTHING = {
  excerpt: '',
  created_at: null,
  published_at: null,
  updated_at: null,
  poster: null,
  pictures: [],
  words: { original: 0, imported: 0, missing: [] },
}

/** @returns undefined if there is nothing to read */
async function readEntry({ key, title, read }: SourceEntry): Promise<ImportedItem | FailedItem | undefined> {
  try {
    const receipt = new Receipt()
    const text = await read(receipt)
    if (!text) return undefined
    const { authors = [], tags = [], addresses = [] } = text
    receipt.add('address', Math.max(0, addresses.length - MAX_ADDRESSES))
    const item = {
      ...NOTHING,
      ...text,
      key,
      authors: authors.filter(({ name }) => name.trim() !== ''),
      tags: uniqueTags(tags.map(oneLine).filter((tag) => tag !== '')),
      addresses: addresses.slice(0, MAX_ADDRESSES),
      receipt: receipt.losses,
    }
    const doubt = item.state === 'published' && doubtOf(item)
    if (!doubt) return item
    return { ...item, state: 'draft', receipt: [{ kind: doubt, count: 1, names: [] }, ...item.receipt] }
  } catch (error) {
    if (!(error instanceof Error) || 'syscall' in error) throw error
    const isInWords = error instanceof SourceError
    return { key, title, failure: isInWords ? error.message : `It is damaged: ${error.message}.` }
  }
}

/** Why a public text is a draft all the same. Schedules do not come along, and no text becomes one of today. */
function doubtOf({ published_at, page }: ImportedItem): LossKind | undefined {
  // Programs give pages no date.
  if (published_at === null) return page ? undefined : 'undated'
  // It was not public there either.
  return Date.parse(published_at) > Date.now() ? 'scheduled' : undefined
}
