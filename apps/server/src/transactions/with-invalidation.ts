import { announceChange, type PageTags, type Tx } from '@nightdesk/db'
import type { Context } from '../context.ts'

/**
 * A transaction that changes what pages show, and whose result is the answer of the call. Other servers hear of it with
 * the commit; this one forgets its own pages before the caller is answered, so that whoever saved sees what was saved.
 */
export async function withInvalidation<T>(
  { db, pages, checkAnswer }: Pick<Context, 'db' | 'pages' | 'checkAnswer'>,
  tags: PageTags,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let isAnnounced = false
  try {
    const result = await db.transaction().execute(async (tx) => {
      const done = checkAnswer(await work(tx))
      if (tags.length > 0) await announceChange(tx, tags, pages.id)
      isAnnounced = true
      return done
    })
    pages.drop(tags)
    return result
  } catch (error) {
    // A refused change has changed nothing. One that was about to be committed may be so all the same, when the
    // connection broke in that moment: if it was before now, its news were taken for our own; if it comes later, they
    // are news here too.
    if (isAnnounced) {
      pages.renew()
      pages.drop(tags)
    }
    throw error
  }
}
