import type { WorkingCopy } from '@nightdesk/contracts'
import { nameOf, type Subject } from './draft-text.ts'
import { type JournalEntry, lockName, openJournalDb, removeEntry } from './journal.ts'
import type { Opening } from './opening.ts'
import { isSameText } from './same-text.ts'

/** A journal entry of a window that is gone. */
export interface OrphanedEntry extends JournalEntry {
  /** Deletes the entry, because it is saved or was declined. */
  remove(): Promise<void>
  /** Lets another window recover it. */
  release(): void
}

/**
 * The entries that closed windows have left for a text, newest first. They stay locked until they are released.
 * @throws when IndexedDB is unavailable
 */
export async function claimOrphanedEntries(user: number, subject: Subject): Promise<OrphanedEntry[]> {
  const db = await openJournalDb()
  const entries = await db.getAllFromIndex('entries', 'user', user)
  const own = entries.filter((entry) => nameOf(entry.subject) === nameOf(subject))
  const claimed = await Promise.all(own.map(({ id }) => claimEntry(id)))
  return claimed
    .filter((entry) => entry !== undefined)
    .sort((one, other) => other.updated_at.localeCompare(one.updated_at))
}

async function claimEntry(id: string): Promise<OrphanedEntry | undefined> {
  const release = await claimLock(id)
  if (!release) return
  // Read now, because the window may have written until it was closed.
  const entry = await (await openJournalDb()).get('entries', id)
  if (entry) return { ...entry, remove: () => removeEntry(id).finally(release), release }
  release()
}

/** Milliseconds to wait for a window that is being closed. */
const CLOSE_TIMEOUT = 1_500

/** Acquires the lock of a closed window. @returns a function that releases the lock; null when the window is open */
async function claimLock(id: string): Promise<(() => void) | null> {
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

/**
 * How a journal entry of a closed window relates to the text that is opened.
 * `stored`: the server has it. `ahead`: it continues the opened text. `diverged`: it continues another text, and is
 * merged by blocks. `stashed`: its author had replaced it by another text, and is asked about it.
 */
export type EntryStatus = 'stored' | 'ahead' | 'diverged' | 'stashed'

export function statusOf(
  entry: Omit<JournalEntry, 'id' | 'user' | 'subject' | 'base_tags' | 'updated_at'>,
  { text, base, copy }: Pick<Opening, 'text' | 'base'> & { copy: Pick<WorkingCopy, 'revision'> | null },
): EntryStatus {
  if (isSameText(entry.text, text)) return 'stored'
  if (entry.is_stashed) return 'stashed'
  if (entry.is_sent) return 'stored'
  // The last write of the entry's window, or one without an answer.
  const own = [entry.copy_revision, ...entry.unanswered_revisions]
  if (copy) return own.includes(copy.revision) ? 'ahead' : 'diverged'
  return entry.base_version === base.version_number ? 'ahead' : 'diverged'
}
