import type { Block } from '@nightdesk/contracts'
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb'
import { type DraftText, newKey, type Subject } from './draft-text.ts'

/** Milliseconds. Up to twice as much typing can be lost in a crash: this delay, and the write itself. */
const WRITE_DELAY = 500

/**
 * One window's unsaved changes to one text. They stay on the device until the server has them, only their user can see
 * them, and signing out deletes them.
 */
export interface JournalEntry extends Snapshot {
  /** Unique per window and opening of the text. */
  id: string
  user: number
  subject: Subject
  updated_at: string
}

interface Snapshot {
  text: DraftText
  /** The version that the text is based on; 0 for a new article. */
  base_version: number
  /** The article's tags when the draft was begun. */
  base_tags: string[]
  /** Revision of the working copy that this window last wrote or read; 0 for none. */
  copy_revision: number
  /** Those of its writes without an answer. */
  unanswered_revisions: readonly number[]
  /** The server has all of it. */
  is_sent: boolean
  /** Its author has replaced it by another text, and can restore it. */
  is_stashed: boolean
}

export interface Journal {
  /** Writes a snapshot soon; only the last one of an interval is written. */
  record(snapshot: Snapshot): void
  /** Writes the waiting snapshot now. @returns whether the entry is written */
  flush(): Promise<boolean>
  /** Deletes the entry, because it is saved or was declined. */
  clear(): Promise<void>
  /** Releases the entry, so that other windows can recover it. */
  close(): void
}

interface JournalOptions extends Pick<JournalEntry, 'user' | 'subject'> {
  /** Called after each write, which fails without space, in a private window, or while the device does not answer. */
  onWrite(isDone: boolean): void
}

/** A journal of one window's changes. While it is open, no other window can recover its entry. */
export function openJournal({ user, subject, onWrite }: JournalOptions): Journal {
  const id = newKey()
  const release = holdLock(id)
  let waiting: Snapshot | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastWrite = Promise.resolve(false)
  let isClosed = false

  /** Writes follow each other. @returns whether the entry is written */
  function enqueue(work: () => Promise<boolean>) {
    const ended = (isDone: boolean) => (isWritten: unknown) => {
      onWrite(isDone)
      return isDone && isWritten === true
    }
    lastWrite = lastWrite.then(work).then(ended(true), ended(false))
    return lastWrite
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    timer = undefined
    const snapshot = waiting
    waiting = undefined
    if (!snapshot) return lastWrite
    return enqueue(async () => {
      await writeEntry({ id, user, subject, updated_at: new Date().toISOString(), ...snapshot })
      return true
    })
  }

  return {
    record(snapshot) {
      // Another window may have taken the entry over.
      if (isClosed) return
      waiting = snapshot
      timer ??= setTimeout(flush, WRITE_DELAY)
    },
    flush,
    async clear() {
      waiting = undefined
      await enqueue(async () => {
        await removeEntry(id)
        return false
      })
    },
    close() {
      isClosed = true
      void flush().finally(release)
    },
  }
}

// A window holds a Web Lock for each of its entries. The browser releases the lock when the window is closed or
// crashes.

export const lockName = (id: string) => `nightdesk-journal-${id}`

/** @returns a function that releases the lock */
function holdLock(id: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void navigator.locks?.request(lockName(id), () => promise)
  return resolve
}

async function writeEntry(entry: JournalEntry): Promise<void> {
  const transaction = (await openJournalDb()).transaction('entries', 'readwrite')
  const written = transaction.store.put(entry)
  // An explicit commit completes even if the page is closed.
  transaction.commit()
  await Promise.all([written, transaction.done])
}

export const removeEntry = async (id: string): Promise<void> => (await openJournalDb()).delete('entries', id)

interface Schema extends DBSchema {
  entries: { key: string; value: JournalEntry; indexes: { user: number } }
  /** Of version 2. */
  blocks: { key: [entry: string, number: number]; value: Block }
}

type JournalDb = IDBPDatabase<Schema>

let opened: Promise<JournalDb> | undefined

/**
 * One connection per page.
 * @throws when the device keeps nothing: in some private windows, on a full disk, and without https, which locks need; or
 * when it does not answer, as while a window of an older release is open. What is written goes to the server all the same.
 */
export function openJournalDb(): Promise<JournalDb> {
  opened ??= connect().catch((error: unknown) => {
    disconnect()
    throw error
  })
  return Promise.race([opened, timeout()])
}

/** Milliseconds. */
const PATIENCE = 3_000

const timeout = () =>
  new Promise<never>((_, reject) => setTimeout(reject, PATIENCE, new Error('IndexedDB does not answer')))

async function connect(): Promise<JournalDb> {
  if (!navigator.locks) throw new Error('The browser has no locks')
  const { openDB } = await import('idb')
  return openDB<Schema>('nightdesk-journal', 3, {
    async upgrade(db, before, _now, transaction) {
      if (before === 0) {
        db.createObjectStore('entries', { keyPath: 'id' }).createIndex('user', 'user')
        return
      }
      // No release wrote version 1, which said in another way whose text it has.
      if (before === 1) await transaction.objectStore('entries').clear()
      else await joinBlocks(transaction)
      db.deleteObjectStore('blocks')
    },
    // The next write reconnects.
    terminated: disconnect,
    blocking: (_from, _to, event) => {
      disconnect()
      // The target is the connection that blocks the upgrade.
      ;(event.target as IDBDatabase).close()
    },
  })
}

/** Version 2 had the blocks of a text in a store of their own, and named its subject by a string. */
async function joinBlocks(
  transaction: IDBPTransaction<Schema, ('entries' | 'blocks')[], 'versionchange'>,
): Promise<void> {
  const entries = transaction.objectStore('entries')
  const blocks = transaction.objectStore('blocks')
  for (const entry of (await entries.getAll()) as unknown as OldEntry[]) {
    const { subject, title, excerpt, poster, credits, tags, blocks: numbers, ...rest } = entry
    const [kind, name = ''] = subject.split(' ')
    const read = await Promise.all(numbers.map((number) => blocks.get([entry.id, number])))
    const content = read.filter((block) => block !== undefined)
    await entries.put({
      // The first entries of version 2 do not have them.
      unanswered_revisions: [],
      ...rest,
      subject: kind === 'new' ? { key: name } : { id: Number(name) },
      text: { title, excerpt, poster, credits, tags, content },
    })
  }
}

interface OldEntry
  extends Omit<JournalEntry, 'subject' | 'text' | 'unanswered_revisions'>,
    Omit<DraftText, 'content'> {
  /** "article 5", or "new" and a key. */
  subject: string
  /** Numbers of the blocks, in order. */
  blocks: number[]
}

function disconnect() {
  opened = undefined
}
