import { type Input, imagePath, type PictureList, type PictureUse, type pictures } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import { OLD_ENOUGH } from './age.ts'

type Search = Pick<Input<(typeof pictures)['list']>, 'q' | 'use' | 'page' | 'limit'>

/** One page, and the counts of all that match the search, whichever use was asked for. */
export async function listPictures(db: Db, { q, use, page = 1, limit = 24 }: Search): Promise<PictureList> {
  const found = withUses(db, q)
  const [counted, rows] = await Promise.all([
    found
      .selectFrom('pictures')
      .select('use')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy('use')
      .execute(),
    found
      .selectFrom('pictures')
      .$if(use !== undefined, (query) => query.where('pictures.use', '=', use ?? 'none'))
      .innerJoin('images', 'images.id', 'pictures.id')
      .leftJoin('users', 'users.id', 'images.uploaded_by')
      .select([
        'images.id',
        'images.filename',
        'images.width',
        'images.height',
        'images.bytes',
        'images.created_at',
      ])
      .select(['pictures.use', 'users.full_name as uploaded_by_name'])
      .select([latestAlt.as('alt'), smallestCopy.as('thumbnail'), storyCount.as('story_count')])
      .select(sql<boolean>`${OLD_ENOUGH} and pictures.use = 'none'`.as('can_remove'))
      .orderBy('images.created_at', 'desc')
      .orderBy('images.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const counts = new Map(counted.map(({ use, count }) => [use, count]))
  return {
    pictures: rows.map(({ thumbnail, ...row }) => ({
      ...row,
      url: imagePath(row.filename),
      thumbnail_url: imagePath(thumbnail ?? row.filename),
    })),
    counts: {
      current: counts.get('current') ?? 0,
      old: counts.get('old') ?? 0,
      none: counts.get('none') ?? 0,
    },
  }
}

/** Pictures with their use. The sets of used pictures are made once, whatever the number of pictures. */
const withUses = (db: Db, q: string | undefined) =>
  db
    .with(
      'live',
      () => sql<{ image_id: number }>`(
      select image_id from articles join image_uses on version_id in (current_version_id, published_version_id, scheduled_version_id)
      union
      select image_id from image_uses where working_copy_id is not null
    )`,
    )
    .with('pictures', (db) =>
      db
        .selectFrom('images')
        .where('removed_at', 'is', null)
        .$if(q !== undefined, (query) => query.where(matches(q ?? '')))
        .select('id')
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
