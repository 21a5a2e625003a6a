import type { Block } from '@nightdesk/contracts'
import type { ArticleText } from '../article-text.ts'
import { removeEntry } from './journal.ts'
import { blocksOf, type JournalEntry, openJournalDb } from './journal-db.ts'
import { claimLock } from './journal-locks.ts'

/** What a window that is gone has left in the journal. */
export interface LeftEntry extends Omit<JournalEntry, 'blocks' | 'title' | 'excerpt' | 'poster' | 'tags'> {
  text: ArticleText
  /** It is saved, or was declined. */
  remove(): Promise<void>
  /** Another window may offer it. */
  release(): void
}

/** Before it is compared with a text that was opened: what earlier releases left has the excerpt of that. */
type Unfilled = Omit<LeftEntry, 'text'> & { text: Omit<ArticleText, 'excerpt'> & { excerpt?: string } }

export const fillIn = ({ text, ...entry }: Unfilled, { excerpt }: ArticleText): LeftEntry => ({
  ...entry,
  text: { ...text, excerpt: text.excerpt ?? excerpt },
})

/**
 * What windows that are gone have left of a text, newest first. While it is offered here, no other window does.
 * @throws when the browser keeps nothing
 */
export async function claimLeftEntries(user: number, subject: string): Promise<Unfilled[]> {
  const db = await openJournalDb()
  const entries = await db.getAllFromIndex('entries', 'user', user)
  const found = await Promise.all(
    entries.filter((entry) => entry.subject === subject).map(({ id }) => claimEntry(id)),
  )
  return found
    .filter((left) => left !== undefined)
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
  const { blocks: _, title, excerpt, poster, tags, ...rest } = entry
  const remove = () => removeEntry(id).finally(release)
  return { ...rest, text: { title, excerpt, poster, tags, content }, remove, release }
}

/** Read only now: its window may have written until it was gone. */
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
  // Without one of its blocks it is no text: it would take what is missing for deleted.
  if (!content.every((block) => block !== undefined)) return
  return { entry, content }
}
