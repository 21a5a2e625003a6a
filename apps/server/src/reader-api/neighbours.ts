import { type Neighbours, notFound } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * The articles published right before and after one, by first publication: of all, and of those with each of its tags.
 * @throws NOT_FOUND
 */
export async function readNeighbours(db: Db, id: number): Promise<Neighbours> {
  const article = await selectPublished(db).where('articles.id', '=', id).executeTakeFirst()
  if (!article) throw notFound('Article')
  const [around, tags] = await Promise.all([readPair(db, id, sql.lit(true)), readTags(db, id)])
  const by_tag = await Promise.all(
    tags.map(async ({ tag_id, ...tag }) => ({ tag, ...(await readPair(db, id, hasTag(tag_id))) })),
  )
  return { ...around, by_tag: by_tag.filter(({ previous, next }) => previous || next) }
}

const readTags = (db: Db, id: number) =>
  db
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .where('article_id', '=', id)
    .select(['tag_id', 'name', 'slug'])
    .orderBy('position')
    .execute()

const hasTag = (tagId: number) => sql<SqlBool>`exists (
  select from article_tags where article_id = articles.id and tag_id = ${tagId}
)`

async function readPair(db: Db, id: number, among: Expression<SqlBool>) {
  const [previous, next] = await Promise.all([
    readNearest(db, id, '<', among),
    readNearest(db, id, '>', among),
  ])
  return { previous: previous ?? null, next: next ?? null }
}

function readNearest(db: Db, id: number, side: '<' | '>', among: Expression<SqlBool>) {
  const direction = side === '<' ? 'desc' : 'asc'
  return (
    selectPublished(db)
      .where(among)
      // Compared in the database: JavaScript would cut off the microseconds.
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('articles.date_published', 'articles.id'),
          side,
          selectFrom('articles')
            .where('id', '=', id)
            .select(['date_published', 'id'])
            .$asTuple('date_published', 'id'),
        ),
      )
      .orderBy('articles.date_published', direction)
      .orderBy('articles.id', direction)
      .limit(1)
      .executeTakeFirst()
  )
}

const selectPublished = (db: Db) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
    .where('articles.state', '=', 'published')
    .select(['articles.id', 'version.title'])
