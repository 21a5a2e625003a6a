import { type Neighbours, notFound } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'

/** The articles published right before and after one, by first publication. @throws NOT_FOUND */
export async function readNeighbours(db: Db, id: number): Promise<Neighbours> {
  const article = await selectPublished(db).where('articles.id', '=', id).executeTakeFirst()
  if (!article) throw notFound('Article')
  const [previous, next] = await Promise.all([readNearest(db, id, '<'), readNearest(db, id, '>')])
  return { previous: previous ?? null, next: next ?? null }
}

function readNearest(db: Db, id: number, side: '<' | '>') {
  const direction = side === '<' ? 'desc' : 'asc'
  return (
    selectPublished(db)
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
