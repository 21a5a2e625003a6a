import {
  canSee,
  hasTag,
  isSeenBy,
  ownPictures,
  readCredits,
  selectArticles,
  withCorrections,
} from '@nightdesk/articles'
import {
  type AdminArticle,
  type AdminArticleSummary,
  type Article,
  type ArticleState,
  type articles,
  type Block,
  type CountedTag,
  type CreditRole,
  conflict,
  type Input,
  imagePath,
  notFound,
} from '@nightdesk/contracts'
import { type Db, type DbOrTx, readImages, type Tx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { CurrentUser, SignedInContext } from '../context.ts'
import {
  alphabetical,
  currentDocuments,
  escapeLike,
  hasWords,
  MAX_MARKED,
  queryWords,
  respell,
} from '../search/words.ts'

/** Articles as the admin edits them, with their schedules and the user’s unsaved work. */
const selectForAdmin = (db: DbOrTx, user: CurrentUser) =>
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
  const { q, kind = 'story', state, tag, links, unsaved, page = 1, limit, sort = '-date_updated' } = input
  let query = selectForAdmin(db, user)
    .leftJoin('view_totals', 'view_totals.article_id', 'articles.id')
    .select(sql<number>`coalesce(view_totals.unique_views, 0)`.as('readers'))
    .where(isSeenBy(user))
  if (kind !== 'any') query = query.where('articles.kind', '=', kind)
  query = state ? query.where('articles.state', '=', state) : query.where('articles.state', '<>', 'deleted')
  if (tag) query = query.where(hasTag(tag))
  if (links) query = query.where(HAS_DEAD_LINKS)
  if (unsaved) query = query.where('copy.updated_at', 'is not', null)
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
  title: alphabetical(sql.ref('version.title')),
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
  // Not `ilike`, which folds the case of the pattern again for each row.
  const pattern = sql`lower(${`%${escapeLike(words)}%`})`
  return sql<SqlBool>`(lower(version.title) like ${pattern} or lower(version.excerpt) like ${pattern})`
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
  const article = await db
    .selectFrom('articles')
    .where('id', '=', id)
    .select(['author_id', 'kind'])
    .executeTakeFirst()
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

export type Locked = Awaited<ReturnType<typeof lockArticle>>

/** The article that a save made of the working copy with this key. */
export async function findSavedFrom(db: DbOrTx, authorId: number, key: string): Promise<number | undefined> {
  const made = await db
    .selectFrom('articles')
    .where('author_id', '=', authorId)
    .where('made_from', '=', key)
    .select('id')
    .executeTakeFirst()
  return made?.id
}

/** @throws CONFLICT for an article in the trash */
export function requireEditable({ state }: { state: ArticleState }): void {
  if (state === 'deleted') throw conflict('This article is in the trash. Restore it to edit it.')
}

/** The tags of articles in these states, the most used first. */
export const countTags = (db: DbOrTx, states: readonly ArticleState[]): Promise<CountedTag[]> =>
  selectTags(db, sql.lit(true)).where('articles.state', 'in', states).execute()

/** The same for one author’s articles, followed by tags of public articles of others, counted 0. */
export function countOwnTags(
  db: DbOrTx,
  authorId: number,
  states: readonly ArticleState[],
): Promise<CountedTag[]> {
  const isOwn = sql<SqlBool>`(articles.author_id = ${authorId} and articles.state = any(${states}))`
  return selectTags(db, isOwn).where(sql<SqlBool>`(${isOwn} or articles.state = 'published')`).execute()
}

const selectTags = (db: DbOrTx, isCounted: Expression<SqlBool>) =>
  db
    .selectFrom('tags')
    .innerJoin('article_tags', 'tag_id', 'tags.id')
    .innerJoin('stories as articles', 'articles.id', 'article_id')
    .groupBy('tags.id')
    .select(['name', 'slug'])
    .select(({ fn }) => fn.countAll<number>().filterWhere(isCounted).as('article_count'))
    .orderBy('article_count', 'desc')
    .orderBy('slug')

/** Whether the published version of an article names a person, in this role or in any. Also by the number from before a merge. */
export function isCredited(personId: number, role?: CreditRole): Expression<SqlBool> {
  const person = sql`coalesce((select person_id from merged_people where id = ${personId}), ${personId})`
  return sql<SqlBool>`articles.published_version_id in (
    select version_id from credits where person_id = ${person} ${role ? sql`and role = ${role}` : sql``}
    union all
    select published_version_id from articles own
    where author_id = (select user_id from people where id = ${person})
      and not exists (select from credits where version_id = own.published_version_id)
  )`
}

type Signed = Pick<Article, 'kind' | 'shows_byline' | 'author_name' | 'credits'>

/** A page names nobody to readers unless that is wanted. */
export const withoutHiddenByline = <T extends Signed>(row: T): T =>
  row.kind === 'page' && !row.shows_byline ? { ...row, author_name: '', credits: [] } : row

interface Row extends Signed {
  id: number
  poster_filename: string | null
  content: Block[]
}

/** Articles as readers get them: with their pictures and corrections, by one query each for all. */
export async function forReaders<T extends Row>(
  { db, site }: { db: Db; site: { url: string } },
  rows: readonly T[],
) {
  const shown = rows.map(({ poster_filename, content }) => {
    const pictures = ownPictures(content, site)
    return poster_filename ? pictures.set(imagePath(poster_filename), poster_filename) : pictures
  })
  const filenames = shown.flatMap((pictures) => [...pictures.values()])
  const known = await readImages(db, [...new Set(filenames)])
  const corrected = await withCorrections(db, rows)
  return corrected.map((row, index) => ({
    ...withoutHiddenByline(withPosterUrl(row)),
    images: Object.fromEntries(
      [...(shown[index] ?? [])].flatMap(([address, filename]) => {
        const image = known.get(filename)
        return image ? [[address, image]] : []
      }),
    ),
  }))
}

/** Of a row of `link_checks`. Checks that fail on one day only may be the fault of a site that is down, or ours. */
export const IS_DEAD = sql<SqlBool>`checked_at >= failed_since + interval '20 hours'`

const HAS_DEAD_LINKS = sql<SqlBool>`exists (
  select from article_links join link_checks using (url) where article_id = articles.id and ${IS_DEAD}
)`
