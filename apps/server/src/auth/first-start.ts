import type { Db } from '@nightdesk/db'
import { hasUsers } from './setup.ts'

/** Asks the database whether there is a user, until there is one: after that there always is. */
export function createFirstStart(db: Db): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= await hasUsers(db)
    return !isOver
  }
}
