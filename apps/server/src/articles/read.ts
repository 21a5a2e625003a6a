import { readCredits, selectArticles } from '@nightdesk/articles'
import {
  type AdminArticle,
  type AdminArticleSummary,
  type articles,
  type Input,
  imagePath,
  notFound,
} from '@nightdesk/contracts'
import type { Db, DbOrTx, Tx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { CurrentUser, SignedInContext } from '../context.ts'
import { currentDocuments } from '../search/documents.ts'
import { hasWords } from '../search/query.ts'
import { respell } from '../search/respell.ts'
import { MAX_MARKED, queryWords } from '../search/snippet.ts'
import { HAS_DEAD_LINKS } from './links/dead.ts'
import { canSee } from './policy.ts'
import { hasTag } from './tags.ts'

/** Articles as the admin edits them, with their schedules and the user’s unsaved work. */
export const selectForAdmin = (db: DbOrTx, user: CurrentUser) =>
  selectArticles(db, 'current_version_id')
    .leftJoin('working_copies as copy', (join) =>
      join
        .onRef('copy.article_id', '=', 'articles.id')
        .on('copy.user_id', '=', user.id)
        .on('copy.has_changes', '=', true),
    )
    .leftJoin('article_versions as scheduled', 'scheduled.id', 'articles.scheduled_version_id')
    .leftJoin('article_versions as public', 'public.id', 'articles.published_version_id')
    .select([
      'articles.scheduled_at',
      'scheduled.version_number as scheduled_version_number',
      'public.version_number as published_version_number',
      'copy.updated_at as unsaved_at',
    ])

/** Replaces the poster’s file name by its path on this site. */
export function withPosterUrl<T extends { poster_filename: string | null }>({ poster_filename, ...row }: T) {
  return { ...row, poster_url: poster_filename && imagePath(poster_filename) }
}

type ListInput = Input<typeof articles.list>

export async function listArticles(
  { db, session }: SignedInContext,
  input: ListInput,
): Promise<AdminArticleSummary[]> {
  /** Undefined when no page has articles: the page after the last one is compared as the pages before it. */
  const find = async (wanted: ListInput, matching?: typeof matches) => {
    const rows = await selectList(db, session.user, wanted, matching)
    if (rows.length > 0 || (wanted.page ?? 1) === 1) return rows.length > 0 ? rows : undefined
    const first = await selectList(db, session.user, { ...wanted, page: 1, limit: 1 }, matching)
    return first.length > 0 ? rows : undefined
  }
  const found = await find(input)
  if (found || !input.q) return found ?? []
  const beginning = await find(input, beginsWith)
  if (beginning) return beginning
  const q = await spelling(db, session.user, input.q)
  return q === input.q ? [] : selectList(db, session.user, { ...input, q })
}

async function selectList(
  db: Db,
  user: CurrentUser,
  input: ListInput,
  matching = matches,
): Promise<AdminArticleSummary[]> {
  const { q, state, tag, links, page = 1, limit, sort = '-date_updated' } = input
  let query = selectForAdmin(db, user)
    .leftJoin('view_totals', 'view_totals.article_id', 'articles.id')
    .select(sql<number>`coalesce(view_totals.unique_views, 0)`.as('readers'))
  query = state ? query.where('articles.state', '=', state) : query.where('articles.state', '<>', 'deleted')
  if (user.role === 'author') query = query.where('articles.author_id', '=', user.id)
  if (tag) query = query.where(hasTag(tag))
  if (links) query = query.where(HAS_DEAD_LINKS)
  if (q) query = query.where(matching(q))
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

/** Title or excerpt contains the exact words, or the article has them in any form. */
const matches = (q: string) => sql<SqlBool>`(${contains(q)} or exists (
  select from search_documents document where document.version_id = version.id and ${hasWords(q)}
))`

/** For each word, the title has a word that begins with it or resembles it: “rope yrs” finds The Rope Years. */
function beginsWith(q: string) {
  const words = queryWords(q).slice(0, MAX_MARKED)
  if (words.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`not exists (
    select from unnest(${words}::text[]) typed
    where not exists (
      select from regexp_split_to_table(lower(version.title), '[^[:alnum:]]+') word
      where word like typed || '%' or similarity(word, typed) >= 0.25 and left(word, 1) = left(typed, 1)
    )
  )`
}

/** The query as typed, unless only another spelling finds something. Looks into articles of every state. */
async function spelling(db: Db, user: CurrentUser, q: string): Promise<string> {
  const documents = currentDocuments(db, user)
  const found = await documents
    .innerJoin('article_versions as version', 'version.id', 'document.version_id')
    .where(matches(q))
    .select('version.id')
    .limit(1)
    .executeTakeFirst()
  return found ? q : ((await respell(db, documents, q)).near ?? q)
}

/** Title or excerpt contains the exact words, in any case. */
export function contains(words: string): Expression<SqlBool> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(version.title ilike ${pattern} or version.excerpt ilike ${pattern})`
}

/** @throws NOT_FOUND when there is none, or when this user may not see it */
export async function readArticle(db: DbOrTx, user: CurrentUser, id: number): Promise<AdminArticle> {
  const row = await selectForAdmin(db, user)
    .select('version.content')
    .where('articles.id', '=', id)
    .executeTakeFirst()
  if (!row || !canSee(user, row)) throw notFound('Article')
  return withPosterUrl(row)
}

/** @throws NOT_FOUND when there is no such article, or when this user may not see it */
export async function requireVisible(db: DbOrTx, user: CurrentUser, id: number): Promise<void> {
  const article = await db.selectFrom('articles').where('id', '=', id).select('author_id').executeTakeFirst()
  if (!article || !canSee(user, article)) throw notFound('Article')
}

/** The article and its current text, locked until the transaction ends, so that writers take turns. */
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
  const credits = await readCredits(tx, { version_id: current.id }, article.author_id)
  return { article, current: { ...current, credits } }
}

/** The article that a save made of the working copy with this key. */
export async function findMade(db: DbOrTx, authorId: number, key: string): Promise<number | undefined> {
  const made = await db
    .selectFrom('articles')
    .where('author_id', '=', authorId)
    .where('made_from', '=', key)
    .select('id')
    .executeTakeFirst()
  return made?.id
}
