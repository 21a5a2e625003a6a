import type { Block } from '@nightdesk/contracts'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Poster } from '../poster-field.tsx'

/**
 * What one window has written on one article and not yet saved. It stays on this device, also after signing out, and
 * is shown to nobody but the user it names.
 */
export interface JournalEntry {
  /** Of the window, made when the article was opened in it. */
  id: string
  user: number
  /** Null for one that does not exist yet. */
  article: number | null
  /** The version the work began from; 0 for a new article. */
  base_version: number
  /** The revision of the working copy that this window wrote last, or was about to write; 0 for none. */
  copy_revision: number
  title: string
  poster: Poster | null
  /** Missing in what was kept before there were tags. */
  tags?: string[]
  /** The tags that the work began from; missing in what was kept before this was known. */
  base_tags?: string[]
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
  return openDB<Schema>('nightdesk-journal', 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'id' }).createIndex('user', 'user')
      db.createObjectStore('blocks')
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
