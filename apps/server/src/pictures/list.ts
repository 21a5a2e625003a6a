import { type Input, imagePath, type PictureList, type PictureUse, type pictures } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import { OLD_ENOUGH } from './age.ts'

type Search = Pick<Input<(typeof pictures)['list']>, 'q' | 'use' | 'page' | 'limit'>

/** One page, and the counts of all that match the search, whichever use was asked for. */
export async function listPictures(db: Db, search: Search): Promise<PictureList> {
  const [counts, rows] = await Promise.all([countUses(db, search), readPage(db, search)])
  return {
    pictures: rows.map(({ thumbnail, ...row }) => ({
      ...row,
      url: imagePath(row.filename),
      thumbnail_url: imagePath(thumbnail ?? row.filename),
    })),
    counts,
  }
}

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

/** The page is chosen before anything else is read, so that the last one is as quick as the first. */
const readPage = (db: Db, { q, use, page = 1, limit = 24 }: Search) =>
  withUses(db, q)
    .with('shown', (db) =>
      db
        .selectFrom('pictures')
        .$if(use !== undefined, (query) => query.where('use', '=', use ?? 'none'))
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
      select picture_image_id from people where picture_image_id is not null
    )`,
    )
    .with('pictures', (db) =>
      db
        .selectFrom('images')
        .where('removed_at', 'is', null)
        .$if(q !== undefined, (query) => query.where(matches(q ?? '')))
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
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(filename like lower(${pattern}) or id in (select image_id from image_uses where alt ilike ${pattern}))`
}

const latestAlt = sql<string>`coalesce((
  select alt from image_uses where image_id = images.id and alt <> '' order by version_id desc nulls first limit 1
), '')`

const smallestCopy = sql<string | null>`(
  select filename from image_variants where image_id = images.id and format = 'webp' order by width limit 1
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
