import type { Block } from '@nightdesk/contracts'
import type { ArticleText } from '../article-text.ts'
import { blocksOf, type JournalEntry, openJournalDb } from './journal-db.ts'
import { holdLock } from './journal-locks.ts'

/** Milliseconds: half of what may be lost when the page dies at the worst moment. */
const WRITE_EVERY = 500

interface Snapshot {
  edit: number
  text: ArticleText
  base_version: number
  base_tags: string[]
  copy_revision: number
  is_sent: boolean
  is_stashed: boolean
}

export interface Journal {
  id: string
  /** Keeps a text soon; of several in a short time, the last. */
  keep(snapshot: Snapshot): void
  /** Keeps at once what waits. */
  flush(): Promise<void>
  /** Forgets everything: it is saved, or was declined. */
  clear(): Promise<void>
  /** Writes the whole text next time: the device may have been emptied. */
  forget(): void
  /** The window is left: what it kept can be offered in another. */
  close(): void
}

interface JournalOptions {
  user: number
  subject: string
  onKept(edit: number): void
  /** The browser keeps nothing: no space, or a private window. */
  onFailed(error: unknown): void
}

/** A journal of what is typed in one window. While it is open, no other window offers what it keeps. */
export function openJournal({ user, subject, onKept, onFailed }: JournalOptions): Journal {
  const id = crypto.randomUUID()
  const release = holdLock(id)
  const writer = createWriter()
  let waiting: Snapshot | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastWrite: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const snapshot = waiting
    waiting = undefined
    if (snapshot) lastWrite = lastWrite.then(() => write(snapshot)).catch(onFailed)
    return lastWrite
  }

  async function write({ edit, text: { content, ...heading }, ...rest }: Snapshot) {
    const updated_at = new Date().toISOString()
    await writer.write({ id, user, subject, ...heading, updated_at, ...rest }, content)
    onKept(edit)
  }

  return {
    id,
    keep(snapshot) {
      waiting = snapshot
      timer ??= setTimeout(flush, WRITE_EVERY)
    },
    flush,
    forget: writer.forget,
    clear() {
      waiting = undefined
      lastWrite = lastWrite
        .then(() => {
          writer.forget()
          return removeEntry(id)
        })
        .catch(onFailed)
      return lastWrite
    },
    close() {
      void flush().finally(release)
    },
  }
}

/** Knows which blocks are kept already: unchanged blocks stay the same objects. */
function createWriter() {
  let known = new Map<Block, number>()
  let next = 0

  async function write(entry: Omit<JournalEntry, 'blocks'>, content: Block[]): Promise<void> {
    const kept = new Map<Block, number>()
    const transaction = (await openJournalDb()).transaction(['entries', 'blocks'], 'readwrite')
    const blocks = transaction.objectStore('blocks')
    const requests: Promise<unknown>[] = []
    const numbers = content.map((block) => {
      const number = known.get(block) ?? kept.get(block) ?? next++
      if (!known.has(block) && !kept.has(block)) requests.push(blocks.put(block, [entry.id, number]))
      kept.set(block, number)
      return number
    })
    for (const [block, number] of known) {
      if (!kept.has(block)) requests.push(blocks.delete([entry.id, number]))
    }
    requests.push(transaction.objectStore('entries').put({ ...entry, blocks: numbers }))
    // Said outright, the browser finishes it also when the page is gone.
    transaction.commit()
    await Promise.all([...requests, transaction.done])
    known = kept
  }

  return {
    write,
    forget() {
      known = new Map()
    },
  }
}

/** Removes an entry and its blocks. */
export async function removeEntry(id: string): Promise<void> {
  const transaction = (await openJournalDb()).transaction(['entries', 'blocks'], 'readwrite')
  await Promise.all([
    transaction.objectStore('entries').delete(id),
    transaction.objectStore('blocks').delete(blocksOf(id)),
    transaction.done,
  ])
}
