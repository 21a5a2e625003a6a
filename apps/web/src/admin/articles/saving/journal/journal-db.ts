import type { Block } from '@nightdesk/contracts'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Poster } from '../../form/poster-field.tsx'
import { subjectOf } from '../leaving/departures.ts'

/**
 * What one window has written on one article and not yet saved. It stays on this device until the server has it, and is
 * shown to nobody but the user it names; signing out ends it.
 */
export interface JournalEntry {
  /** Of the window, made when the article was opened in it. */
  id: string
  user: number
  /** Which text it is of; see `subjectOf`. */
  subject: string
  /** The version the work began from; 0 for a new article. */
  base_version: number
  /** The revision of the working copy that this window wrote last, or was about to write; 0 for none. */
  copy_revision: number
  title: string
  /** Missing in what earlier releases left. */
  excerpt?: string
  poster: Poster | null
  tags: string[]
  /** The tags that the work began from. */
  base_tags: string[]
  /** The server holds all of it. */
  is_sent: boolean
  /** Its writer put another text in its place. */
  is_stashed: boolean
  /** Numbers of the blocks, in order. */
  blocks: number[]
  updated_at: string
}

interface Schema extends DBSchema {
  entries: { key: string; value: JournalEntry; indexes: { user: number } }
  /** By entry and number. A block is written when it changes, not with the document. */
  blocks: { key: [entry: string, number: number]; value: Block }
}

export type JournalDb = IDBPDatabase<Schema>

let opened: Promise<JournalDb> | undefined

/** One connection for the page. @throws when the browser keeps nothing: in some private windows, or a full disk */
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
      // An entry of the first form named an article, or null for a new one.
      const entries = transaction.objectStore('entries')
      for (const entry of (await entries.getAll()) as (JournalEntry & { article?: number | null })[]) {
        const { article = null, tags = [], base_tags = [], ...rest } = entry
        const subject = subjectOf(article, entry.id)
        await entries.put({ ...rest, subject, tags, base_tags, is_sent: false, is_stashed: false })
      }
    },
    // The next write opens it anew.
    terminated: forget,
    blocking: (_from, _to, event) => {
      forget()
      // The event comes from the connection that is in the way.
      ;(event.target as IDBDatabase).close()
    },
  })
}

function forget() {
  opened = undefined
}

/** Every key of the blocks of an entry. */
export const blocksOf = (entry: string, from = 0, to = Number.POSITIVE_INFINITY) =>
  IDBKeyRange.bound([entry, from], [entry, to])
