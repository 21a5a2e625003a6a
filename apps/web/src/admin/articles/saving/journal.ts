import type { Block, Credit } from '@nightdesk/contracts'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { DraftText, Poster } from './draft-text.ts'
import { subjectOf } from './draft-text.ts'

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

/**
 * One window's unsaved changes to one article. They stay on the device until the server has them, only their user can
 * see them, and signing out deletes them.
 */
export interface JournalEntry {
  /** Unique per window and opening of the article. */
  id: string
  user: number
  /** Identifies the text, see `subjectOf`. */
  subject: string
  /** The version that the text is based on; 0 for a new article. */
  base_version: number
  /** Revision of the working copy that this window last wrote or read; 0 for none. */
  copy_revision: number
  /** Those of its writes without an answer. Missing in entries of older releases. */
  unanswered_revisions?: readonly number[]
  title: string
  /** Missing in entries of older releases. */
  excerpt?: string
  /** Without a description in entries of older releases. */
  poster: (Omit<Poster, 'alt'> & Partial<Pick<Poster, 'alt'>>) | null
  /** Missing in entries of older releases. */
  credits?: Credit[]
  tags: string[]
  /** The article's tags when the draft was begun. */
  base_tags: string[]
  /** The server has all of it. */
  is_sent: boolean
  /** Its author has replaced it by another text, and can restore it. */
  is_stashed: boolean
  /** Numbers of the blocks, in order. */
  blocks: number[]
  updated_at: string
}

interface Schema extends DBSchema {
  entries: { key: string; value: JournalEntry; indexes: { user: number } }
  /** Keyed by entry and number, so that a change rewrites one block and not the document. */
  blocks: { key: [entry: string, number: number]; value: Block }
}

type JournalDb = IDBPDatabase<Schema>

let opened: Promise<JournalDb> | undefined

/** One connection per page. @throws when IndexedDB is unavailable, as in some private windows, or the disk is full */
export function openJournalDb(): Promise<JournalDb> {
  opened ??= connect().catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

async function connect(): Promise<JournalDb> {
  const { openDB } = await import('idb')
  return openDB<Schema>('nightdesk-journal', 2, {
    async upgrade(db, before, _now, transaction) {
      if (before === 0) {
        db.createObjectStore('entries', { keyPath: 'id' }).createIndex('user', 'user')
        db.createObjectStore('blocks')
        return
      }
      // Entries of schema version 1 have an article id, or null for a new article, in place of the subject.
      const entries = transaction.objectStore('entries')
      for (const entry of (await entries.getAll()) as (JournalEntry & { article?: number | null })[]) {
        const { article = null, tags = [], base_tags = [], ...rest } = entry
        const subject = subjectOf(article, entry.id)
        await entries.put({ ...rest, subject, tags, base_tags, is_sent: false, is_stashed: false })
      }
    },
    // The next write reconnects.
    terminated: forget,
    blocking: (_from, _to, event) => {
      forget()
      // The target is the connection that blocks the upgrade.
      ;(event.target as IDBDatabase).close()
    },
  })
}

function forget() {
  opened = undefined
}

/** The key range of an entry's blocks. */
export const blocksOf = (entry: string, from = 0, to = Number.POSITIVE_INFINITY) =>
  IDBKeyRange.bound([entry, from], [entry, to])

// A window holds a Web Lock for each of its entries. The browser releases the lock when the window is closed or
// crashes.

/** Milliseconds to wait for a window that is being closed. */
const CLOSE_TIMEOUT = 1_500

const lockName = (id: string) => `nightdesk-journal-${id}`

/** @returns a function that releases the lock */
function holdLock(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(lockName(id), () => promise)
  return resolve
}

/** Acquires the lock of a closed window. @returns a function that releases the lock; null when the window is open */
export async function claimLock(id: string): Promise<(() => void) | null> {
  for (;;) {
    const release = await requestLock(id)
    // On a busy page, the timeout may fire although the lock was free: try again unless a window holds it.
    if (release || (await isHeld(id))) return release
  }
}

async function isHeld(id: string): Promise<boolean> {
  const { held } = await navigator.locks.query()
  return held?.some(({ name }) => name === lockName(id)) ?? false
}

function requestLock(id: string): Promise<(() => void) | null> {
  const { promise: claimed, resolve, reject } = Promise.withResolvers<(() => void) | null>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const granted = () => {
    resolve(release)
    return held
  }
  navigator.locks
    .request(lockName(id), { signal: AbortSignal.timeout(CLOSE_TIMEOUT) }, granted)
    .catch((error: DOMException) => (error.name === 'TimeoutError' ? resolve(null) : reject(error)))
  return claimed
}
