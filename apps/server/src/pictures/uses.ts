import { notFound, type PictureUseInStory } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'

/** The stories that use a picture, those that use it now first; then unsaved work that is not a story yet. */
export async function readUses(db: Db, id: number): Promise<PictureUseInStory[]> {
  const image = await db
    .selectFrom('images')
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!image) throw notFound('Picture')
  const [stories, unsaved] = await Promise.all([usesInStories(db, id), usesInNewWork(db, id)])
  return [...stories, ...unsaved]
}

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
