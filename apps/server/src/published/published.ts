import { hasTag, selectArticles } from '@nightdesk/articles'
import {
  type readerApi as contract,
  type Input,
  imagePath,
  type Neighbours,
  notFound,
  type PublishedPerson,
} from '@nightdesk/contracts'
import { type Db, findPerson, readImages } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { contains, countTags, forReaders, isCredited } from '../articles/read.ts'
import type { Context, Handlers } from '../context.ts'
import { searchPublished } from './search.ts'

export const readerApi: Handlers<typeof contract> = {
  list: listPublished,

  async get({ db, site }, { id }) {
    const published = selectPublished(db).where('articles.id', '=', id).where('articles.kind', '=', 'story')
    const [article] = await forReaders({ db, site }, await published.execute())
    if (!article) throw notFound('Article')
    return article
  },

  async page({ db, site, find_page }, { path }) {
    const found = await find_page(encodeURI(path))
    if (!found) throw notFound('Page')
    const rows = await selectPublished(db).where('articles.id', '=', found.id).execute()
    const [page] = await forReaders({ db, site }, rows)
    if (!page) throw notFound('Page')
    return page
  },

  tags: ({ db }) => countTags(db, ['published']),
  search: searchPublished,

  /** By first publication: of all, and of those with each of its tags. */
  async neighbours({ db }, { id }) {
    const [{ previous, next }, tags] = await Promise.all([
      selectTitles(db)
        .where('articles.id', '=', id)
        .select(nearestPair(db, id, sql.lit(true)))
        .executeTakeFirstOrThrow(() => notFound('Article')),
      readByTag(db, id),
    ])
    return { previous, next, by_tag: tags.filter((pair) => pair.previous || pair.next) }
  },

  person: ({ db }, { id }) => readPublishedPerson(db, id),

  /** Of all published articles, the last one first. */
  corrections: ({ db }, { page, limit }) =>
    db
      .selectFrom(({ selectFrom }) =>
        selectFrom('corrections')
          .innerJoin('stories as articles', 'articles.id', 'corrections.article_id')
          .where('articles.state', '=', 'published')
          .select(['corrections.id', 'text', 'created_at', 'article_id', 'published_version_id'])
          // An import adds old ones.
          .orderBy('created_at', 'desc')
          .orderBy('corrections.id', 'desc')
          .limit(limit)
          .offset((page - 1) * limit)
          .as('shown'),
      )
      // Here, or Postgres would read the titles of all that is skipped.
      .innerJoin('article_versions as version', 'version.id', 'shown.published_version_id')
      .select(['shown.id', 'text', 'shown.created_at', 'shown.article_id', 'version.title as article_title'])
      .orderBy('shown.created_at', 'desc')
      .orderBy('shown.id', 'desc')
      .execute(),
}

export async function listPublished(
  { db, site }: Pick<Context, 'db' | 'site'>,
  { q, tag, author, sort, page, limit }: Input<typeof contract.list>,
) {
  const date = sort === '-date_published' ? 'articles.date_published' : 'articles.date_updated'
  let shown = db
    .selectFrom('stories as articles')
    .where('articles.state', '=', 'published')
    .select('articles.id')
    .orderBy(date, 'desc')
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  if (tag) shown = shown.where(hasTag(tag))
  if (author) shown = shown.where(isCredited(author))
  if (q)
    shown = shown
      .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
      .where(contains(q))
  // Postgres would read the tags and the author of every skipped row too.
  const rows = await selectPublished(db)
    .where('articles.id', 'in', shown)
    .orderBy(date, 'desc')
    .orderBy('articles.id', 'desc')
    .execute()
  return forReaders({ db, site }, rows)
}

const selectPublished = (db: Context['db']) =>
  selectArticles(db, 'published_version_id')
    .select('version.content')
    .where('articles.state', '=', 'published')

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
    selectTitles(db)
      .where(among)
      // Compared in the database: JavaScript would cut off the microseconds.
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('articles.date_published', 'articles.id'),
          side,
          selectFrom('stories')
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

const selectTitles = (db: Db) =>
  db
    .selectFrom('stories as articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
    .where('articles.state', '=', 'published')
    .select(['articles.id', 'version.title'])

/** @throws NOT_FOUND unless a published story names the person: readers do not learn who else has an account */
export async function readPublishedPerson(db: Db, asked: number): Promise<PublishedPerson> {
  const id = await findPerson(db, asked)
  if (id === undefined) throw notFound('Person')
  const row = await db
    .selectFrom('people')
    .leftJoin('images', 'images.id', 'people.picture_image_id')
    .where('people.id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('stories as articles').where('articles.state', '=', 'published').where(isCredited(id)),
      ),
    )
    .select(['people.id', 'people.name', 'people.bio', 'people.links', 'images.filename'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('stories as articles')
          .where('articles.state', '=', 'published')
          .where(isCredited(id, 'author')),
      )
        .$castTo<boolean>()
        .as('is_author'),
    )
    .executeTakeFirstOrThrow(() => notFound('Person'))
  const { filename, ...person } = row
  const image = filename === null ? undefined : (await readImages(db, [filename])).get(filename)
  return { ...person, picture: filename !== null && image ? { url: imagePath(filename), ...image } : null }
}
