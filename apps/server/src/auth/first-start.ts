import type { Db } from '@nightdesk/db'
import { hasUsers } from './setup.ts'

/** Whether no user exists yet. Asks the database until there is one, and never again. */
export function createFirstStart(db: Db): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await hasUsers(db)
    return !isOver
  }
}
