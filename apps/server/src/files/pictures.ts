import {
  type pictures as contract,
  type Input,
  imagePath,
  notFound,
  type Picture,
  type PictureList,
  type PictureUse,
  type PictureUseInStory,
  type Removal,
} from '@nightdesk/contracts'
import type { Db, Tx } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers } from '../context.ts'
import { escapeLike } from '../search/words.ts'

export const pictures: Handlers<typeof contract> = {
  /** One page, and the counts of all that match the search, whichever use was asked for. */
  async list({ db }, search) {
    const [counts, rows] = await Promise.all([countUses(db, search), readPage(db, search)])
    return {
      pictures: rows.map(({ thumbnail, ...row }) => ({
        ...row,
        url: imagePath(row.filename),
        thumbnail_url: imagePath(thumbnail ?? row.filename),
      })),
      counts,
    }
  },

  /** The stories that use a picture, those that use it now first; then unsaved work that is not a story yet. */
  async uses({ db }, { id }) {
    await db
      .selectFrom('images')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow(() => notFound('Picture'))
    const [stories, unsaved] = await Promise.all([usesInStories(db, id), usesInNewWork(db, id)])
    return [...stories, ...unsaved]
  },

  /**
   * Marks pictures as removed. Their rows and files are deleted by the daily reconciliation of the storage, and a text that
   * uses one before brings it back.
   */
  remove: (ctx, { ids }) =>
    change(ctx, async (tx) => {
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
    }),

  /** @returns the ids of those that were removed before, and are not any more */
  restore: (ctx, { ids }) =>
    change(ctx, async (tx) => {
      const restored = await tx
        .updateTable('images')
        .set({ removed_at: null })
        .where('id', 'in', ids)
        .where('removed_at', 'is not', null)
        .returning('id')
        .execute()
      for (const { id } of restored) await audit(tx, ctx, 'image.restore', `image:${id}`)
      return restored.map(({ id }) => id)
    }),
}

type Search = Input<typeof contract.list>

async function countUses(db: Db, { q }: Search): Promise<PictureList['counts']> {
  const rows = await withUses(db, q)
    .selectFrom('pictures')
    .select('use')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('use')
    .execute()
  const counts = new Map(rows.map(({ use, count }) => [use, count]))
  return { current: counts.get('current') ?? 0, old: counts.get('old') ?? 0, none: counts.get('none') ?? 0 }
}

/** A younger picture may be in a text that a device has not sent yet. */
const OLD_ENOUGH = sql<SqlBool>`images.created_at < now() - interval '1 day'`

/** The page is chosen before anything else is read, so that the last one is as quick as the first. */
const readPage = (db: Db, { q, use, page, limit }: Search) =>
  withUses(db, q)
    .with('shown', (db) =>
      db
        .selectFrom('pictures')
        .where(use ? sql<SqlBool>`use = ${use}` : sql.lit(true))
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('shown')
    .innerJoin('images', 'images.id', 'shown.id')
    .leftJoin('users', 'users.id', 'images.uploaded_by')
    .select(['images.id', 'images.filename', 'images.width', 'images.height', 'images.bytes'])
    .select(['images.created_at', 'shown.use', 'users.full_name as uploaded_by_name'])
    .select([latestAlt.as('alt'), smallestCopy.as('thumbnail'), storyCount.as('story_count')])
    .select(shownBy.as('shown_by'))
    .select(sql<boolean>`${OLD_ENOUGH} and shown.use = 'none'`.as('can_remove'))
    .orderBy('images.created_at', 'desc')
    .orderBy('images.id', 'desc')
    .execute()

/** Pictures with their use. The sets of used pictures are made once, whatever the number of pictures. */
const withUses = (db: Db, q: string | undefined) =>
  db
    .with(
      'live',
      () => sql<{ image_id: number }>`(
      select image_id from articles join image_uses on version_id in (current_version_id, published_version_id, scheduled_version_id)
      union
      select image_id from image_uses where working_copy_id is not null
      union
      select image_id from pictures_outside_texts
    )`,
    )
    .with('pictures', (db) =>
      db
        .selectFrom('images')
        .where('removed_at', 'is', null)
        .where(q === undefined ? sql.lit(true) : matches(q))
        .select(['id', 'created_at'])
        .select(
          sql<PictureUse>`case
          when id in (select image_id from live) then 'current'
          when id in (select image_id from image_uses) then 'old'
          else 'none'
        end`.as('use'),
        ),
    )

function matches(q: string) {
  const pattern = `%${escapeLike(q)}%`
  return sql<SqlBool>`(filename like lower(${pattern}) or id in (select image_id from image_uses where alt ilike ${pattern}))`
}

const latestAlt = sql<string>`coalesce((
  select alt from image_uses where image_id = images.id and alt <> '' order by version_id desc nulls first limit 1
), '')`

const smallestCopy = sql<string | null>`(
  select filename from image_variants where image_id = images.id and format = 'webp' order by width limit 1
)`

const shownBy = sql<Picture['shown_by']>`(
  select min(shown_by) from pictures_outside_texts where image_id = images.id
)`

const storyCount = sql<number>`(
  select count(distinct articles.id)
  from image_uses
    left join article_versions version on version.id = version_id
    left join working_copies copy on copy.id = working_copy_id
    join articles on articles.id = coalesce(version.article_id, copy.article_id)
  where image_id = images.id
    and (copy.id is not null or version_id in (current_version_id, published_version_id, scheduled_version_id))
)`

async function usesInStories(db: Db, id: number): Promise<PictureUseInStory[]> {
  const { rows } = await sql<PictureUseInStory>`
    with uses as (
      select articles.id as article_id, version.poster_image_id, version.id as version_id, null as writer,
        version.id in (current_version_id, published_version_id, scheduled_version_id) is true as is_current
      from image_uses
        join article_versions version on version.id = version_id
        join articles on articles.id = version.article_id
      where image_id = ${id}
      union all
      select copy.article_id, copy.poster_image_id, null, users.full_name, false
      from image_uses
        join working_copies copy on copy.id = working_copy_id
        join users on users.id = copy.user_id
      where image_id = ${id} and copy.article_id is not null
    )
    select articles.id as article_id, current.title, articles.state,
      bool_or(is_current) as in_current,
      bool_or(uses.poster_image_id = ${id}) filter (where is_current or writer is not null) is true as is_poster,
      coalesce(array_agg(writer order by writer) filter (where writer is not null), '{}') as unsaved_by,
      (count(uses.version_id) filter (where not is_current))::int as old_versions
    from uses
      join articles on articles.id = uses.article_id
      join article_versions current on current.id = articles.current_version_id
    group by articles.id, current.title
    order by bool_or(is_current or writer is not null) desc, articles.date_updated desc`.execute(db)
  return rows
}

async function usesInNewWork(db: Db, id: number): Promise<PictureUseInStory[]> {
  const copies = await db
    .selectFrom('image_uses')
    .innerJoin('working_copies as copy', 'copy.id', 'working_copy_id')
    .innerJoin('users', 'users.id', 'copy.user_id')
    .where('image_id', '=', id)
    .where('copy.article_id', 'is', null)
    .select(['copy.title', 'copy.poster_image_id', 'users.full_name'])
    .orderBy('copy.updated_at', 'desc')
    .execute()
  return copies.map(({ title, poster_image_id, full_name }) => ({
    article_id: null,
    title,
    state: null,
    in_current: false,
    is_poster: poster_image_id === id,
    unsaved_by: [full_name],
    old_versions: 0,
  }))
}

/** Storing a text locks its pictures, too: one of the two waits for the other. In one order, against deadlocks. */
const lockPictures = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('images')
    .where('id', 'in', ids)
    .select(['id', 'filename', 'bytes', 'removed_at', OLD_ENOUGH.as('is_old_enough')])
    .select(shownBy.as('shown_by'))
    .orderBy('id')
    .forUpdate()
    .execute()

type Locked = Awaited<ReturnType<typeof lockPictures>>[number]

/** The title of a text that uses each picture, by picture. Current texts before old versions. */
async function findUses(tx: Tx, ids: readonly number[]) {
  const { rows } = await sql<{ image_id: number; title: string; is_old: boolean }>`
    select distinct on (image_id) image_id, coalesce(copy.title, version.title) as title,
      copy.id is null and (version.id in (current_version_id, published_version_id, scheduled_version_id)) is not true as is_old
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
  if (image.shown_by === 'person') return refused('The page of a person shows this picture.')
  if (image.shown_by) return refused('The site shows this picture, or an earlier version of it does.')
  if (use?.is_old) return refused(`An old version of “${title}” uses this picture.`)
  if (use) return refused(`“${title}” uses this picture.`)
  if (!image.is_old_enough)
    return refused('This picture was uploaded in the last 24 hours. A text that is not saved yet may use it.')
  return { id, outcome: 'removed', message: null }
}
