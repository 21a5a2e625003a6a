import { notFound } from '@nightdesk/contracts'
import { bylineOf, type DbOrTx } from '@nightdesk/db'
import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

/** The version of an article to read: the admin edits `current`, readers see `published`. */
type Pointer = 'current_version_id' | 'published_version_id'

/** Articles joined with one of their versions, its poster, their tags and credits. */
export const selectArticles = (db: DbOrTx, pointer: Pointer) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', `articles.${pointer}`)
    .innerJoinLateral(
      bylineOf(sql<SqlBool>`credits.version_id = version.id`, sql.ref<number>('articles.author_id')).as(
        'byline',
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .select([
      'articles.id',
      'articles.state',
      'articles.author_id',
      'byline.author_name',
      'byline.credits',
      'articles.date_created as created_at',
      'articles.date_created',
      'articles.date_updated',
      'articles.date_published',
      'version.id as version_id',
      'version.version_number',
      'version.title',
      'version.excerpt',
      'version.word_count',
      'version.poster_image_id',
      'version.poster_alt',
      'poster.filename as poster_filename',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('article_tags')
          .innerJoin('tags', 'tags.id', 'tag_id')
          .whereRef('article_id', '=', 'articles.id')
          .select(['tags.name', 'tags.slug'])
          .orderBy('position'),
      ).as('tags'),
    )

/** A published article as readers see it, without its content; undefined when there is none. */
export const findPublished = (db: DbOrTx, id: number) =>
  selectArticles(db, 'published_version_id')
    .where('articles.id', '=', id)
    .where('articles.state', '=', 'published')
    .executeTakeFirst()

/** The same. @throws NOT_FOUND when there is none */
export async function requirePublished(db: DbOrTx, id: number) {
  const article = await findPublished(db, id)
  if (!article) throw notFound('Article')
  return article
}
