import { type Neighbours, notFound } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'

/**
 * The articles published right before and after one, by first publication: of all, and of those with each of its tags.
 * @throws NOT_FOUND
 */
export async function readNeighbours(db: Db, id: number): Promise<Neighbours> {
  const [article, tags] = await Promise.all([
    selectPublished(db)
      .where('articles.id', '=', id)
      .select(nearestPair(db, id, sql.lit(true)))
      .executeTakeFirst(),
    readByTag(db, id),
  ])
  if (!article) throw notFound('Article')
  const { previous, next } = article
  return { previous, next, by_tag: tags.filter((pair) => pair.previous || pair.next) }
}

async function readByTag(db: Db, id: number): Promise<Neighbours['by_tag']> {
  const rows = await db
    .selectFrom('article_tags as own')
    .innerJoin('tags', 'tags.id', 'own.tag_id')
    .where('own.article_id', '=', id)
    .select(['tags.name', 'tags.slug'])
    .select(nearestPair(db, id, HAS_OWN_TAG))
    .orderBy('own.position')
    .execute()
  return rows.map(({ name, slug, ...pair }) => ({ tag: { name, slug }, ...pair }))
}

const HAS_OWN_TAG = sql<SqlBool>`exists (
  select from article_tags where article_id = articles.id and tag_id = own.tag_id
)`

const nearestPair = (db: Db, id: number, among: Expression<SqlBool>) => [
  jsonObjectFrom(selectNearest(db, id, '<', among)).as('previous'),
  jsonObjectFrom(selectNearest(db, id, '>', among)).as('next'),
]

function selectNearest(db: Db, id: number, side: '<' | '>', among: Expression<SqlBool>) {
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
  )
}

const selectPublished = (db: Db) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
    .where('articles.state', '=', 'published')
    .select(['articles.id', 'version.title'])
