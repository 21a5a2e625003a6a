import {
  type ArticleKind,
  type ElementNode,
  elementsOf,
  imageFilename,
  imageSource,
  type Node,
  notFound,
  type Role,
} from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import type { VersionText } from '@nightdesk/editor/version-hash'
import { type Expression, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { versionByline } from './credits.ts'

/** What a list shows of a text. */
export const SUMMARY_COLUMNS = [
  'title',
  'excerpt',
  'poster_image_id',
  'poster_alt',
] as const satisfies (keyof VersionText)[]

/** What the writer of a version writes, and a revert restores. */
export const TEXT_COLUMNS = [...SUMMARY_COLUMNS, 'content'] as const

/** The version of an article to read: the admin edits `current`, readers see `published`. */
type Pointer = 'current_version_id' | 'published_version_id'

/** Articles joined with one of their versions, its poster, their tags and credits. */
export const selectArticles = (db: DbOrTx, pointer: Pointer) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', `articles.${pointer}`)
    .innerJoinLateral(versionByline, (join) => join.onTrue())
    .leftJoin('images as poster', 'poster.id', 'version.poster_image_id')
    .select([
      'articles.id',
      'articles.kind',
      'articles.path',
      'articles.shows_byline',
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
      'version.word_count',
      'poster.filename as poster_filename',
    ])
    .select(SUMMARY_COLUMNS.map((column) => `version.${column}` as const))
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

/** A published story as readers see it, without its content; undefined when there is none. */
export const findPublished = (db: DbOrTx, id: number) =>
  selectArticles(db, 'published_version_id')
    .where('articles.id', '=', id)
    .where('articles.kind', '=', 'story')
    .where('articles.state', '=', 'published')
    .executeTakeFirst()

/** The same. @throws NOT_FOUND when there is none */
export async function requirePublished(db: DbOrTx, id: number) {
  const article = await findPublished(db, id)
  if (!article) throw notFound('Article')
  return article
}

/** The names of an article’s tags, in order. */
export async function readTags(db: DbOrTx, articleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .where('article_id', '=', articleId)
    .select('name')
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}

/** Adds the corrections of all articles with one query, the first one first. */
export async function withCorrections<T extends { id: number }>(db: DbOrTx, rows: readonly T[]) {
  if (rows.length === 0) return []
  const corrections = await db
    .selectFrom('corrections')
    .where('article_id', '=', sql<number>`any(${rows.map(({ id }) => id)})`)
    .select(['id', 'article_id', 'text', 'created_at'])
    .orderBy('id')
    .execute()
  const known = Map.groupBy(corrections, ({ article_id }) => article_id)
  return rows.map((row) => ({ ...row, corrections: known.get(row.id) ?? [] }))
}

/** The pictures in content, in the order of the text. */
export const imagesIn = (content: readonly Node[]): ElementNode[] =>
  elementsOf(content).filter(({ type }) => type === 'image')

/** The files of our own pictures in content, by the address under which each is shown. */
export function ownPictures(content: readonly Node[], site: { url: string }): Map<string, string> {
  const pictures = new Map<string, string>()
  for (const image of imagesIn(content)) {
    const address = imageSource(image)
    const filename = address && imageFilename(withoutSite(address, site))
    if (filename) pictures.set(address, filename)
  }
  return pictures
}

const withoutSite = (address: string, { url }: { url: string }) =>
  address.startsWith(`${url}/`) ? address.slice(url.length) : address

/** The files of our own that content names, without duplicates. */
export function filenamesIn(content: readonly Node[]): string[] {
  const names = imagesIn(content).map(({ filename }) => filename)
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

/** Links of one run of the job that checks them. The next run takes those that were never checked, then the oldest. */
export const MOST_CHECKED = 200

export interface LinkedText {
  article_id: number
  /** Includes what this person has not saved yet. */
  user_id?: number | undefined
}

/** The addresses on the web that an article links to, without those that were checked within the last minute. */
export async function findDueLinks(db: DbOrTx, { article_id, user_id }: LinkedText): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    with linked as (
      select url from article_links where article_id = ${article_id}
      union
      select url from working_copies, web_links(content) url
      where article_id = ${article_id} and user_id = ${user_id ?? null}
    )
    select url from linked left join link_checks using (url)
    where checked_at is null or checked_at < now() - interval '1 minute'
    order by checked_at nulls first
    limit ${MOST_CHECKED}`.execute(db)
  return rows.map(({ url }) => url)
}

interface Viewer {
  id: number
  role: Role
}

/** Authors see only their own stories. For them, other articles do not exist. */
export const canSee = (user: Viewer, article: { author_id: number; kind: ArticleKind }): boolean =>
  user.role !== 'author' || (article.author_id === user.id && article.kind === 'story')

/** The same of rows of `articles`. */
export const isSeenBy = ({ id, role }: Viewer): Expression<SqlBool> =>
  role === 'author'
    ? sql<SqlBool>`(articles.author_id = ${id} and articles.kind = 'story')`
    : sql<SqlBool>`true`

/** Whether an article has the tag with this slug. */
export const hasTag = (slug: string): Expression<SqlBool> => sql<SqlBool>`articles.id in (
  select article_id from article_tags where tag_id = (select id from tags where slug = ${slug})
)`
