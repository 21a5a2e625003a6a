import { announceChange, EVERYTHING, type PageTags, type Tx } from '@nightdesk/db'
import type { Context } from './context.ts'

type Invalidate = (tags: PageTags) => void

/**
 * A transaction whose result is the answer of the call. It is rolled back when the contract refuses the answer. Other servers
 * are notified with the commit of what it invalidates. This server drops its own pages before it answers, so that the writer
 * sees the new text.
 */
export async function change<T>(
  { db, pages, has_cdn, checkAnswer }: Pick<Context, 'db' | 'pages' | 'has_cdn' | 'checkAnswer'>,
  work: (tx: Tx, invalidate: Invalidate) => Promise<T>,
): Promise<T> {
  let tags: PageTags = []
  let isAnnounced = false
  const invalidate = (changed: PageTags) => {
    tags = tags === EVERYTHING || changed === EVERYTHING ? EVERYTHING : [...tags, ...changed]
  }
  try {
    const result = await db.transaction().execute(async (tx) => {
      const done = checkAnswer(await work(tx, invalidate))
      if (tags.length === 0) return done
      await announceChange(tx, { tags, from: pages.id, has_cdn })
      isAnnounced = true
      return done
    })
    if (isAnnounced) pages.drop(tags)
    return result
  } catch (error) {
    // A refused change has changed nothing. A change that was about to commit may still commit when the connection broke. A
    // notification that arrived before now was ignored as this server’s own; the new id makes it heed one that arrives
    // later.
    if (isAnnounced) {
      pages.renew()
      pages.drop(tags)
    }
    throw error
  }
}
