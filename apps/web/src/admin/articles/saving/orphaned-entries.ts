import type { Block } from '@nightdesk/contracts'
import type { DraftText } from './draft-text.ts'
import { blocksOf, claimLock, type JournalEntry, openJournalDb, removeEntry } from './journal.ts'
import type { Opening } from './opening.ts'
import { isSameText } from './same-text.ts'

/** A journal entry of a window that is gone. */
export interface OrphanedEntry
  extends Omit<JournalEntry, 'blocks' | 'title' | 'excerpt' | 'poster' | 'credits' | 'tags'> {
  text: DraftText
  /** Deletes the entry, because it is saved or was declined. */
  remove(): Promise<void>
  /** Lets another window recover it. */
  release(): void
}

/** Fields that entries of older releases may lack. They are filled in from the text that is opened. */
type Later = 'excerpt' | 'credits'
type Unfilled = Omit<OrphanedEntry, 'text'> & {
  text: Omit<DraftText, Later> & Partial<Pick<DraftText, Later>>
}

export const fillIn = ({ text, ...entry }: Unfilled, { excerpt, credits }: DraftText): OrphanedEntry => ({
  ...entry,
  text: { ...text, excerpt: text.excerpt ?? excerpt, credits: text.credits ?? credits },
})

/**
 * The entries that closed windows have left for a text, newest first. They stay locked until they are released.
 * @throws when IndexedDB is unavailable
 */
export async function claimOrphanedEntries(user: number, subject: string): Promise<Unfilled[]> {
  const db = await openJournalDb()
  const entries = await db.getAllFromIndex('entries', 'user', user)
  const found = await Promise.all(
    entries.filter((entry) => entry.subject === subject).map(({ id }) => claimEntry(id)),
  )
  return found
    .filter((entry) => entry !== undefined)
    .sort((one, other) => other.updated_at.localeCompare(one.updated_at))
}

async function claimEntry(id: string): Promise<Unfilled | undefined> {
  const release = await claimLock(id)
  if (!release) return
  const found = await readEntry(id)
  if (!found) {
    release()
    return
  }
  const { entry, content } = found
  const { blocks: _, title, excerpt, poster: stored, credits, tags, ...rest } = entry
  const poster = stored && { ...stored, alt: stored.alt ?? '' }
  const remove = () => removeEntry(id).finally(release)
  return { ...rest, text: { title, excerpt, poster, credits, tags, content }, remove, release }
}

/** Read after the lock is acquired, because the window may have written until it was closed. */
async function readEntry(id: string): Promise<{ entry: JournalEntry; content: Block[] } | undefined> {
  const transaction = (await openJournalDb()).transaction(['entries', 'blocks'])
  const store = transaction.objectStore('blocks')
  const [entry, blocks, keys] = await Promise.all([
    transaction.objectStore('entries').get(id),
    store.getAll(blocksOf(id)),
    store.getAllKeys(blocksOf(id)),
  ])
  if (!entry) return
  const byNumber = new Map(keys.map(([, number], index) => [number, blocks[index]]))
  const content = entry.blocks.map((number) => byNumber.get(number))
  // An incomplete entry must not be merged: its missing blocks would count as deleted.
  if (!content.every((block) => block !== undefined)) return
  return { entry, content }
}

/**
 * How a journal entry of a closed window relates to the text that is opened.
 * `stored`: the server has it. `ahead`: it continues the opened text. `diverged`: it continues another text, and is
 * merged by blocks. `stashed`: its author had replaced it by another text, and is asked about it.
 */
export type EntryStatus = 'stored' | 'ahead' | 'diverged' | 'stashed'

export function statusOf(
  entry: Pick<
    OrphanedEntry,
    'text' | 'base_version' | 'copy_revision' | 'unanswered_revisions' | 'is_sent' | 'is_stashed'
  >,
  { text, base, copy }: Pick<Opening, 'text' | 'base' | 'copy'>,
): EntryStatus {
  if (isSameText(entry.text, text)) return 'stored'
  if (entry.is_stashed) return 'stashed'
  if (entry.is_sent) return 'stored'
  // The last write of the entry's window, or one without an answer.
  const own = [entry.copy_revision, ...(entry.unanswered_revisions ?? [])]
  if (copy) return own.includes(copy.revision) ? 'ahead' : 'diverged'
  return entry.base_version === base.version_number ? 'ahead' : 'diverged'
}
