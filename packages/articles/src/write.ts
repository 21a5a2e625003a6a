import {
  type ArticleState,
  type Block,
  type Credit,
  invalid,
  isSameCredits,
  isSameTags,
  MAX_TAGS,
  mergeTags,
  TOO_MANY_TAGS,
  tagSlug,
} from '@nightdesk/contracts'
import type { Database, Tx } from '@nightdesk/db'
import { plainText, wordCount } from '@nightdesk/editor'
import { type VersionText, versionHash } from '@nightdesk/editor/version-hash'
import { type Selectable, sql, type UpdateObject } from 'kysely'
import { copyCredits, readCredits, writeCredits } from './credits.ts'
import { readTags, TEXT_COLUMNS } from './read.ts'

/** The text of a version, and who made it. */
export interface CreditedText extends VersionText {
  credits: Credit[]
}

export interface NewVersion {
  /** Absent for the text and the credits of the current version, as when the state changes. */
  text?: VersionText & {
    /** Absent for those of the current version. */
    credits?: Credit[]
    /** Computed when absent. */
    content_hash?: Buffer
  }
  change_description: string
  /** The account that made it; null when that was deleted. */
  created_by: number | null
}

/** An article whose row is locked by the transaction. */
export type LockedArticle = Pick<
  Selectable<Database['articles']>,
  'id' | 'state' | 'author_id' | 'current_version_id'
>

interface ArticleChanges extends Omit<UpdateObject<Database, 'articles'>, 'state'> {
  state?: ArticleState
}

/**
 * Appends a version and points the article at it. Readers of a published article see it at once.
 * @param changes further columns of the article. Its new state is that of the version.
 * @returns the number of its row
 */
export async function appendVersion(
  tx: Tx,
  article: LockedArticle,
  { text, ...record }: NewVersion,
  changes: ArticleChanges = {},
): Promise<number> {
  const { state = article.state } = changes
  const version_id = await (text
    ? insertText(tx, article, text, { ...record, state })
    : repeatText(tx, article, { ...record, state }))
  const published_version_id = state === 'published' ? version_id : null
  await tx
    .updateTable('articles')
    .set({ ...changes, current_version_id: version_id, published_version_id })
    .where('id', '=', article.id)
    .execute()
  return version_id
}

interface VersionRecord extends Omit<NewVersion, 'text'> {
  state: ArticleState
}

async function insertText(
  tx: Tx,
  { id: article_id, author_id, current_version_id }: LockedArticle,
  { credits, content_hash, ...text }: NonNullable<NewVersion['text']>,
  record: VersionRecord,
): Promise<number> {
  const { id, version_number } = await tx
    .insertInto('article_versions')
    .values({
      ...text,
      ...record,
      article_id,
      version_number: sql<number>`(select coalesce(max(version_number), 0) + 1 from article_versions where article_id = ${article_id})`,
      content: JSON.stringify(text.content),
      content_hash: content_hash ?? versionHash(text),
      word_count: wordCount(text.content),
    })
    .returning(['id', 'version_number'])
    .executeTakeFirstOrThrow()
  if (credits) await writeCredits(tx, { version_id: id }, credits, author_id)
  else await copyCredits(tx, current_version_id, { version_id: id })
  await recordPassages(tx, article_id, version_number, text.content)
  return id
}

async function repeatText(
  tx: Tx,
  { current_version_id }: LockedArticle,
  { state, change_description, created_by }: VersionRecord,
): Promise<number> {
  const repeated = sql.join([...TEXT_COLUMNS, 'content_hash', 'word_count'].map((column) => sql.ref(column)))
  const { rows } = await sql<{ id: number }>`
    insert into article_versions (article_id, version_number, state, change_description, created_by, ${repeated})
    select article_id, version_number + 1, ${state}, ${change_description}, ${created_by}, ${repeated}
    from article_versions where id = ${current_version_id}
    returning id`.execute(tx)
  const { id } = rows[0]! // an article has a current version
  await copyCredits(tx, current_version_id, { version_id: id })
  return id
}

/**
 * Publishes a version of an article, and ends its schedule. For the newest version, another one is appended that records
 * the publication. An older version is published as it is, and newer ones stay unpublished.
 * @param publishedBy null when the account was deleted
 * @returns the number of the version that readers see
 */
export async function publishVersion(
  tx: Tx,
  article: LockedArticle,
  versionId: number,
  publishedBy: number | null,
): Promise<number> {
  const changes = {
    state: 'published',
    date_published: sql<string>`coalesce(date_published, now())`,
    scheduled_at: null,
    scheduled_version_id: null,
    scheduled_by: null,
  } as const
  if (versionId === article.current_version_id)
    return appendVersion(tx, article, { change_description: 'Published', created_by: publishedBy }, changes)
  await tx
    .updateTable('articles')
    .set({ ...changes, published_version_id: versionId })
    .where('id', '=', article.id)
    .execute()
  return versionId
}

/** Whether two versions of an article have the same text and the same credits, as before and after a publication. */
export async function isSameVersion(
  tx: Tx,
  { author_id }: Pick<LockedArticle, 'author_id'>,
  one: number,
  other: number,
): Promise<boolean> {
  if (one === other) return true
  const texts = await tx
    .selectFrom('article_versions')
    .where('id', 'in', [one, other])
    .select('content_hash')
    .distinct()
    .execute()
  if (texts.length > 1) return false
  const credits = await readCredits(tx, { version_id: one }, author_id)
  return isSameCredits(credits, await readCredits(tx, { version_id: other }, author_id))
}

/**
 * Gives an article these tags, in this order.
 * @param base the tags the edit began with: changes by others since are kept
 * @returns whether tags or order changed
 * @throws VALIDATION_FAILED when there are too many, with those of others, and for a page
 */
export async function changeTags(
  tx: Tx,
  articleId: number,
  wanted: readonly string[],
  base?: readonly string[],
): Promise<boolean> {
  const before = await readTags(tx, articleId)
  const names = base ? mergeTags(base, wanted, before) : wanted
  if (isSameTags(names, before)) return false
  if (names.length > MAX_TAGS) throw invalid('tags', TOO_MANY_TAGS)
  const story = await tx.selectFrom('stories').where('id', '=', articleId).select('id').executeTakeFirst()
  if (!story && names.length > 0) throw invalid('tags', 'A page has no tags')
  const slugs = names.map(tagSlug)
  // Sorted, so that two writers of the same new tags cannot deadlock.
  await sql`
    insert into tags (name, slug)
    select name, slug from unnest(${names}::text[], ${slugs}::text[]) as written (name, slug) order by slug
    on conflict (slug) do nothing`.execute(tx)
  await tx.deleteFrom('article_tags').where('article_id', '=', articleId).execute()
  await sql`
    insert into article_tags (article_id, tag_id, position)
    select ${articleId}, tags.id, position
    from unnest(${slugs}::text[]) with ordinality as written (slug, position)
    join tags using (slug)`.execute(tx)
  return true
}

/** Records which paragraphs a new version adds and removes, for the search of old versions. */
async function recordPassages(
  tx: Tx,
  articleId: number,
  version_number: number,
  content: Block[],
): Promise<void> {
  const texts = content.map((block) => plainText([block])).filter((text) => /\S/.test(text))
  await sql`
    with written as (
      select distinct on (hash) hash, text
      from unnest(${texts}::text[]) text, lateral (select sha256(convert_to(text, 'UTF8')) as hash) hashed
    ), known as (
      select hash from passages where article_id = ${articleId} and last_version is null
    ), removed as (
      update passages set last_version = ${version_number} - 1
      where article_id = ${articleId} and last_version is null and hash not in (select hash from written)
    )
    insert into passages (article_id, hash, text, first_version)
    select ${articleId}, hash, text, ${version_number} from written where hash not in (select hash from known)`.execute(
    tx,
  )
}
