import type { Block, Credit } from '@nightdesk/contracts'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Poster } from '../../form/images/poster-field.tsx'
import { subjectOf } from './subject.ts'

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

export type JournalDb = IDBPDatabase<Schema>

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
