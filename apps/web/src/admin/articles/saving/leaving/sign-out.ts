import type { articleServer } from '../article-server.ts'
import { removeEntry } from '../journal/journal.ts'
import { openJournalDb } from '../journal/journal-db.ts'
import { sendOrphaned, unsentSubjects } from '../recovery/send-orphaned.ts'
import { sendAll } from './pending-sends.ts'

/** Milliseconds that other windows get to send their changes. */
const TIMEOUT = 3_000
const POLL_EVERY = 200

/**
 * Sends all unsaved changes on this device: those of this window, of other open windows and of closed ones.
 * @returns whether the server has all of them
 */
export async function sendEverything(
  client: Parameters<typeof articleServer>[0],
  user: number,
): Promise<boolean> {
  try {
    await sendAll()
    await sendOrphaned(client, user)
    const end = Date.now() + TIMEOUT
    while ((await unsentSubjects(user)).size > 0) {
      if (Date.now() > end) return false
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY))
    }
    return true
  } catch {
    return false
  }
}

/** Deletes the user's journal entries, so that nobody else can read them on this device. */
export async function clearDevice(user: number): Promise<void> {
  const keys = await (await openJournalDb()).getAllKeysFromIndex('entries', 'user', user)
  await Promise.all(keys.map(removeEntry))
}
