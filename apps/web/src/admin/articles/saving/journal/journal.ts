import type { Block } from '@nightdesk/contracts'
import type { DraftText } from '../draft-text.ts'
import { blocksOf, type JournalEntry, openJournalDb } from './journal-db.ts'
import { holdLock } from './journal-locks.ts'

/** Milliseconds. Up to twice as much typing can be lost in a crash: this delay, and the write itself. */
const WRITE_DELAY = 500

interface Snapshot {
  edit: number
  text: DraftText
  base_version: number
  base_tags: string[]
  copy_revision: number
  unanswered_revisions: number[]
  is_sent: boolean
  is_stashed: boolean
}

export interface Journal {
  /** Writes a snapshot soon; only the last one of an interval is written. */
  record(snapshot: Snapshot): void
  /** Writes the waiting snapshot now. @returns whether the entry is written */
  flush(): Promise<boolean>
  /** Deletes the entry, because it is saved or was declined. */
  clear(): Promise<void>
  /** Makes the next write a full one: another window may have deleted the entry. */
  forget(): void
  /** Releases the entry, so that other windows can recover it. */
  close(): void
}

interface JournalOptions {
  user: number
  subject: string
  onRecorded(edit: number): void
  /** The journal cannot be written: no space, or a private window. */
  onFailed(error: unknown): void
}

/** A journal of one window's changes. While it is open, no other window can recover its entry. */
export function openJournal({ user, subject, onRecorded, onFailed }: JournalOptions): Journal {
  const id = crypto.randomUUID()
  const release = holdLock(id)
  const writer = createWriter()
  let waiting: Snapshot | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastWrite = Promise.resolve(false)
  let isClosed = false

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const snapshot = waiting
    waiting = undefined
    if (snapshot) lastWrite = lastWrite.then(() => write(snapshot)).then(() => true, fail)
    return lastWrite
  }

  function fail(error: unknown) {
    onFailed(error)
    return false
  }

  async function write({ edit, text: { content, ...heading }, ...rest }: Snapshot) {
    const updated_at = new Date().toISOString()
    await writer.write({ id, user, subject, ...heading, updated_at, ...rest }, content)
    onRecorded(edit)
  }

  return {
    record(snapshot) {
      // Another window may have taken the entry over.
      if (isClosed) return
      waiting = snapshot
      timer ??= setTimeout(flush, WRITE_DELAY)
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
        .then(() => false, fail)
      return lastWrite.then(() => undefined)
    },
    close() {
      isClosed = true
      void flush().finally(release)
    },
  }
}

/** Writes only new blocks: unchanged blocks stay the same objects, so identity tells. */
function createWriter() {
  let known = new Map<Block, number>()
  let next = 0

  async function write(entry: Omit<JournalEntry, 'blocks'>, content: Block[]): Promise<void> {
    const written = new Map<Block, number>()
    const transaction = (await openJournalDb()).transaction(['entries', 'blocks'], 'readwrite')
    const blocks = transaction.objectStore('blocks')
    const requests: Promise<unknown>[] = []
    const numbers = content.map((block) => {
      const number = known.get(block) ?? written.get(block) ?? next++
      if (!known.has(block) && !written.has(block)) requests.push(blocks.put(block, [entry.id, number]))
      written.set(block, number)
      return number
    })
    for (const [block, number] of known) {
      if (!written.has(block)) requests.push(blocks.delete([entry.id, number]))
    }
    requests.push(transaction.objectStore('entries').put({ ...entry, blocks: numbers }))
    // An explicit commit completes even if the page is closed.
    transaction.commit()
    await Promise.all([...requests, transaction.done])
    known = written
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
