import type { articleServer } from '../article-server.ts'
import { removeEntry } from '../journal/journal.ts'
import { openJournalDb } from '../journal/journal-db.ts'
import { sendLeft, unsentSubjects } from '../recovery/send-left.ts'
import { sendAllOpen } from './departures.ts'

/** Milliseconds that other windows have to send what was typed in them. */
const PATIENCE = 3_000
const LOOK_EVERY = 200

/**
 * Sends everything that was typed on this device, in this window, in others and in those that are gone.
 * @returns whether the server has all of it
 */
export async function sendEverything(
  client: Parameters<typeof articleServer>[0],
  user: number,
): Promise<boolean> {
  try {
    await sendAllOpen()
    await sendLeft(client, user)
    const end = Date.now() + PATIENCE
    while ((await unsentSubjects(user)).size > 0) {
      if (Date.now() > end) return false
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY))
    }
    return true
  } catch {
    return false
  }
}

/** Whoever uses this browser next finds nothing of what this account wrote. */
export async function clearDevice(user: number): Promise<void> {
  const keys = await (await openJournalDb()).getAllKeysFromIndex('entries', 'user', user)
  await Promise.all(keys.map(removeEntry))
}
