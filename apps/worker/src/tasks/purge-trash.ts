import { writeAudit } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Task } from '../tasks.ts'

/** Screens promise this to a person who deletes an article. */
const RESTORABLE = sql<string>`now() - interval '30 days'`

/**
 * Deletes articles that have been in the trash for 30 days, with all their versions. No figure changes: the ledger of views
 * counts by their ids, which are never used again. `reconcile-storage` deletes their images.
 */
export const purgeTrash: Task<'purge-trash'> = async ({ finish, log }) => {
  const purged = await finish(async (tx) => {
    const articles = await tx
      .deleteFrom('articles')
      .where('date_deleted', '<', RESTORABLE)
      .returning('id')
      .execute()
    for (const { id } of articles)
      await writeAudit(tx, {
        actor_id: null,
        action: 'article.purge',
        target: `article:${id}`,
        ip_prefix: null,
        request_id: null,
        detail: { by: 'system' },
      })
    return articles.map(({ id }) => id)
  })
  if (purged.length > 0) log.info({ articles: purged }, 'Articles were purged from the trash')
}
