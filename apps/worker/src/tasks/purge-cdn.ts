import { abandonedPurges, completePurges, EVERYTHING } from '@nightdesk/db'
import type { Task } from '../tasks.ts'

/** Repeating a purge does no harm. After purges that failed for good, everything is purged. */
export const purgeCdn: Task<'purge-cdn'> = async ({ db, cdn, finish, log }, tags) => {
  if (!cdn) throw new Error('This worker has no CDN_PURGE_URL, but a server has')
  const abandoned = await abandonedPurges(db)
  await cdn(abandoned.length > 0 ? [EVERYTHING] : tags)
  await finish((tx) => completePurges(tx, abandoned))
  log.info({ tags: tags.length, abandoned: abandoned.length }, 'The CDN was purged')
}
