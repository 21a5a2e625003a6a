import { selectArticles, withCorrections } from '@nightdesk/articles'
import {
  type readerApi as contract,
  LONGEST_LIST,
  notFound,
  type PublishedArticle,
} from '@nightdesk/contracts'
import { isCredited } from '../articles/credits.ts'
import { contains } from '../articles/read.ts'
import { countTags, hasTag } from '../articles/tags.ts'
import { withImages } from '../articles/with-images.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { readNeighbours } from './neighbours.ts'
import { readPublishedPerson } from './person.ts'
import { searchPublished } from './search.ts'

export const readerApi: Handlers<typeof contract> = {
  async list({ db, site }, { q, tag, author, page = 1, limit = LONGEST_LIST }) {
    let shown = db
      .selectFrom('articles')
      .where('articles.state', '=', 'published')
      .select('articles.id')
      .orderBy('articles.date_updated', 'desc')
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
      .orderBy('articles.date_updated', 'desc')
      .orderBy('articles.id', 'desc')
      .execute()
    return withCorrections(db, await withImages({ db, site }, rows))
  },

  get: (ctx, { id }) => readPublished(ctx, id),
  tags: ({ db }) => countTags(db, ['published']),
  search: searchPublished,

  neighbours: ({ db }, { id }) => readNeighbours(db, id),

  person: ({ db }, { id }) => readPublishedPerson(db, id),

  /** Of all published articles, the last one first. */
  corrections: ({ db }, { page = 1, limit = LONGEST_LIST }) =>
    db
      .selectFrom('corrections')
      .innerJoin('articles', 'articles.id', 'corrections.article_id')
      .innerJoin('article_versions as version', 'version.id', 'articles.published_version_id')
      .where('articles.state', '=', 'published')
      .select(['corrections.id', 'corrections.text', 'corrections.created_at', 'articles.id as article_id'])
      .select('version.title as article_title')
      .orderBy('corrections.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
}

const selectPublished = (db: Context['db']) =>
  selectArticles(db, 'published_version_id')
    .select('version.content')
    .where('articles.state', '=', 'published')

async function readPublished({ db, site }: Context, id: number): Promise<PublishedArticle> {
  const rows = await selectPublished(db).where('articles.id', '=', id).execute()
  const [article] = await withCorrections(db, await withImages({ db, site }, rows))
  if (!article) throw notFound('Article')
  return article
}
