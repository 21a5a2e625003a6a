import { type Article, type ArticleSummary, imagePath, notFound, type SORT_KEYS } from '@nightdesk/contracts'
import type { DbOrTx, Tx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { CurrentUser, SignedInContext } from '../context.ts'
import { canSee } from './policy.ts'

/** Which of an article’s two versions: what the admin edits, or what readers see. */
type Pointer = 'current_version_id' | 'published_version_id'

/** Articles joined with one of their versions, its poster and the author’s name. */
export const selectArticles = (db: DbOrTx, pointer: Pointer) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', `articles.${pointer}`)
    .innerJoin('users as author', 'author.id', 'articles.author_id')
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .select([
      'articles.id',
      'articles.state',
      'articles.author_id',
      'author.full_name as author_name',
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
      'poster.filename as poster_filename',
    ])

/** Names the poster’s path on this site in place of its file. */
export function withPosterUrl<T extends { poster_filename: string | null }>({ poster_filename, ...row }: T) {
  return { ...row, poster_url: poster_filename && imagePath(poster_filename) }
}

interface ListInput {
  q?: string
  page?: number
  limit?: number
  state?: ArticleSummary['state']
  sort?: (typeof SORT_KEYS)[number]
}

export async function listArticles(
  { db, session }: SignedInContext,
  input: ListInput,
): Promise<ArticleSummary[]> {
  const { q, state, page = 1, limit, sort = '-date_updated' } = input
  let query = selectArticles(db, 'current_version_id')
  query = state ? query.where('articles.state', '=', state) : query.where('articles.state', '<>', 'deleted')
  if (session.user.role === 'author') query = query.where('articles.author_id', '=', session.user.id)
  if (q) query = query.where(contains(q))
  if (limit) query = query.limit(limit).offset((page - 1) * limit)
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const rows = await query
    .orderBy(sortColumn[sort.replace('-', '') as keyof typeof sortColumn], direction) // SORT_KEYS are these, with or without -
    .orderBy('articles.id', direction)
    .execute()
  return rows.map(withPosterUrl)
}

const sortColumn = {
  title: sql`lower(version.title)`,
  state: sql.ref('articles.state'),
  date_updated: sql.ref('articles.date_updated'),
} as const

/** Title or excerpt holds the words as they stand, whatever their case. */
export function contains(words: string): Expression<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(version.title ilike ${pattern} or version.excerpt ilike ${pattern})`
}

/** @throws NOT_FOUND when there is none, or not for this user */
export async function readArticle(db: DbOrTx, user: CurrentUser, id: number): Promise<Article> {
  const row = await selectArticles(db, 'current_version_id')
    .select('version.content')
    .where('articles.id', '=', id)
    .executeTakeFirst()
  if (!row || !canSee(user, row)) throw notFound('Article')
  return withPosterUrl(row)
}

/** The article and its current text, locked until the transaction ends: writers to one article take turns. */
export async function lockArticle(tx: Tx, user: CurrentUser, id: number) {
  const article = await tx
    .selectFrom('articles')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!article || !canSee(user, article)) throw notFound('Article')
  const current = await tx
    .selectFrom('article_versions')
    .selectAll()
    .where('id', '=', article.current_version_id)
    .executeTakeFirstOrThrow()
  return { article, current }
}
