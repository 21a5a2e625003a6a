import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Lock {
  release(): void
}

/** A killed process holds its lock for a moment longer. */
const ATTEMPTS = 20
const PAUSE = 50

/**
 * Locks a directory for this process. The operating system releases the lock however its holder dies, so it is never
 * stale. Node has no function for file locks, so the SQLite that comes with Node takes it.
 * @throws when another process holds it
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  const database = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  for (let attempt = 1; !isTaken(database); attempt++) {
    if (attempt === ATTEMPTS) {
      database.close()
      throw new Error(
        `Another Nightdesk is running on ${directory}. Stop it first, or set DATA_DIR to another directory.`,
      )
    }
    await sleep(PAUSE)
  }
  return { release: () => database.isOpen && database.close() }
}

/** Whether a live process holds the lock of a directory. */
export function isLocked(directory: string): boolean {
  const database = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  try {
    return !isTaken(database)
  } finally {
    database.close()
  }
}

const SQLITE_BUSY = 5

function isTaken(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive')
    return true
  } catch (error) {
    // node:sqlite puts SQLite's own code there
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
