import type { Removal } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { OLD_ENOUGH } from './age.ts'

interface Ids {
  ids: readonly number[]
}

/**
 * Marks pictures as removed. Their rows and files are deleted by the daily reconciliation of the storage, and a text that
 * uses one before brings it back.
 */
export const removePictures = (ctx: SignedInContext, { ids }: Ids) =>
  commitAnswer(ctx, async (tx): Promise<Removal[]> => {
    const locked = new Map((await lockPictures(tx, ids)).map((image) => [image.id, image]))
    // A new statement, which sees the texts that were stored while this one waited for the lock.
    const uses = await findUses(tx, ids)
    const results = ids.map((id) => judge(id, locked.get(id), uses.get(id)))
    const removed = results.filter(({ outcome }) => outcome === 'removed').map(({ id }) => id)
    if (removed.length > 0)
      await tx.updateTable('images').set({ removed_at: sql`now()` }).where('id', 'in', removed).execute()
    for (const id of removed) {
      const { filename = '', bytes = 0 } = locked.get(id) ?? {}
      await audit(tx, ctx, 'image.remove', `image:${id}`, { filename, bytes })
    }
    return results
  })

/** @returns the ids of those that were removed before, and are not any more */
export const restorePictures = (ctx: SignedInContext, { ids }: Ids) =>
  commitAnswer(ctx, async (tx) => {
    const restored = await tx
      .updateTable('images')
      .set({ removed_at: null })
      .where('id', 'in', ids)
      .where('removed_at', 'is not', null)
      .returning('id')
      .execute()
    for (const { id } of restored) await audit(tx, ctx, 'image.restore', `image:${id}`)
    return restored.map(({ id }) => id)
  })

/** Storing a text locks its pictures, too: one of the two waits for the other. In one order, against deadlocks. */
const lockPictures = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('images')
    .where('id', 'in', ids)
    .select(['id', 'filename', 'bytes', 'removed_at', OLD_ENOUGH.as('is_old_enough')])
    .select(sql<boolean>`exists (select from people where picture_image_id = images.id)`.as('shows_person'))
    .orderBy('id')
    .forUpdate()
    .execute()

type Locked = Awaited<ReturnType<typeof lockPictures>>[number]

/** The title of a text that uses each picture, by picture. Current texts before old versions. */
async function findUses(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, { title: string; is_old: boolean }>> {
  const { rows } = await sql<{ image_id: number; title: string; is_old: boolean }>`
    select distinct on (image_id) image_id, coalesce(copy.title, version.title) as title,
      copy.id is null and version.id not in (current_version_id, coalesce(scheduled_version_id, current_version_id)) as is_old
    from image_uses
      left join working_copies copy on copy.id = working_copy_id
      left join article_versions version on version.id = version_id
      left join articles on articles.id = version.article_id
    where image_id = any(${ids})
    order by image_id, is_old`.execute(tx)
  return new Map(rows.map(({ image_id, ...use }) => [image_id, use]))
}

function judge(
  id: number,
  image: Locked | undefined,
  use: { title: string; is_old: boolean } | undefined,
): Removal {
  const refused = (message: string): Removal => ({ id, outcome: 'refused', message })
  if (!image) return refused('This picture does not exist any more.')
  if (image.removed_at) return { id, outcome: 'unchanged', message: null }
  const title = use?.title || 'a story without a title'
  if (image.shows_person) return refused('The page of a person shows this picture.')
  if (use?.is_old) return refused(`An old version of “${title}” uses this picture.`)
  if (use) return refused(`“${title}” uses this picture.`)
  if (!image.is_old_enough)
    return refused('This picture was uploaded in the last 24 hours. A text that is not saved yet may use it.')
  return { id, outcome: 'removed', message: null }
}
