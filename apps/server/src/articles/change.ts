import {
  appendVersion,
  type CreditedText,
  deriveExcerpt,
  filenamesIn,
  type LockedArticle,
  type NewVersion,
  publishVersion,
  readCredits,
} from '@nightdesk/articles'
import {
  type AdminArticle,
  type Block,
  type Credit,
  conflict,
  invalid,
  isSameCredits,
} from '@nightdesk/contracts'
import { articleTag, LISTS, type Tx } from '@nightdesk/db'
import { compareBlocks, isDerivedExcerpt, ownExcerpt } from '@nightdesk/editor'
import type { VersionText } from '@nightdesk/editor/version-hash'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { withInvalidation } from '../change.ts'
import type { Context, SignedInContext } from '../context.ts'
import { moveNotes } from './notes.ts'
import { revokePreviews } from './previews.ts'
import { lockArticle, readArticle, stateAfter, type Transition } from './read.ts'
import { findVersion, type Schedule, scheduleAgain, unschedule } from './schedules.ts'

/** Appends a version with a new text by this user, and moves the notes of the article with their words. */
export async function writeText(
  tx: Tx,
  ctx: SignedInContext,
  article: LockedArticle,
  text: NonNullable<NewVersion['text']>,
  change_description: string,
): Promise<void> {
  await moveNotes(tx, article.id, text.content)
  const version = { text, change_description, created_by: ctx.session.user.id }
  await appendVersion(tx, article, version, { date_updated: sql<string>`now()` })
}

/** The writer and the article; null before the article exists. */
interface Writer {
  user_id: number
  article_id: number | null
}

/**
 * The text names a picture by its file name, which only people who have seen it know. A poster is named by a number, which
 * anybody can guess: authors may use only their own pictures, or one that a version of the article already has.
 * @throws VALIDATION_FAILED when a picture does not exist or is not theirs
 */
export async function requireImages(
  tx: Tx,
  writer: Writer,
  { poster_image_id, content }: VersionText,
): Promise<void> {
  if (poster_image_id !== null && !(await mayShow(tx, writer, poster_image_id)))
    throw invalid('poster_image_id', 'The featured image does not exist. Please upload it again.')
  const named = filenamesIn(content)
  if (named.length === 0) return
  // Locked until the text is stored, so that no clean-up deletes them meanwhile. In one order, against deadlocks.
  const found = await tx
    .selectFrom('images')
    .select('filename')
    .where('filename', 'in', named)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (found.length < named.length) {
    throw invalid('content', 'A picture in the text does not exist. Please upload it again.')
  }
}

/** Whether somebody may show a picture that is named by its number. */
export async function mayShow(tx: Tx, { user_id, article_id }: Writer, imageId: number): Promise<boolean> {
  const image = await tx
    .selectFrom('images')
    .where('id', '=', imageId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('uploaded_by', '=', user_id),
        exists(selectFrom('users').where('id', '=', user_id).where('role', '<>', 'author')),
        exists(
          selectFrom('article_versions')
            .where('article_id', '=', article_id)
            .where('poster_image_id', '=', imageId),
        ),
      ]),
    )
    .select('id')
    .executeTakeFirst()
  return image !== undefined
}

/**
 * Changes an article in one transaction and drops the pages that show it.
 * @returns the article as this change left it, without changes that others made since
 */
export function changeArticle(
  ctx: SignedInContext,
  id: number,
  change: (tx: Tx) => Promise<void>,
): Promise<AdminArticle> {
  return changeArticles(ctx, [id], async (tx) => {
    await change(tx)
    return readArticle(tx, ctx.session.user, id)
  })
}

/**
 * A transaction that changes articles, and whose result is the answer of the call. It invalidates pages of the articles that
 * readers see before or after it: saving a draft leaves all pages and the CDN alone.
 */
export const changeArticles = <T>(
  ctx: Pick<Context, 'db' | 'pages' | 'has_cdn' | 'checkAnswer'>,
  ids: readonly number[],
  change: (tx: Tx) => Promise<T>,
): Promise<T> =>
  withInvalidation(ctx, async (tx, invalidate) => {
    const before = await lockPublished(tx, ids)
    const result = await change(tx)
    const seen = new Set([...before, ...(await lockPublished(tx, ids))])
    if (seen.size > 0) invalidate([LISTS, ...Array.from(seen, articleTag)])
    return result
  })

/** Which of the articles are published. Until the end of the transaction, nobody else publishes or withdraws one. */
async function lockPublished(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const articles = await tx
    .selectFrom('articles')
    .where('id', 'in', ids)
    .select(['id', 'state'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return articles.filter(({ state }) => state === 'published').map(({ id }) => id)
}

export interface TransitionOptions {
  /** The version that the caller saw. */
  base_version?: number
  /** The version to publish; absent for the newest. */
  version_number?: number
  /** For an article that becomes a draft again. */
  schedule?: Schedule
}

/**
 * Moves an article to another state, in the caller’s transaction. Publishing and unpublishing make a version; archiving,
 * deleting and restoring do not. Every transition ends the schedule.
 * @returns false when the article was in that state already
 * @throws CONFLICT when the transition is not possible, or the text is not that of the base version
 */
export async function transition(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  name: Transition,
  { base_version, version_number, schedule }: TransitionOptions = {},
): Promise<boolean> {
  const { article, current } = await lockArticle(tx, ctx.session.user, id)
  const state = stateAfter(name, article.state)
  if (base_version !== undefined) await requireSameText(tx, article, base_version, current)
  const published = name === 'publish' && (await findVersionToPublish(tx, article, current, version_number))
  if (state === article.state && (!published || published === article.published_version_id)) return false
  await unschedule(tx, article)
  const created_by = ctx.session.user.id
  if (published) await publishVersion(tx, article, published, created_by)
  else if (name === 'unpublish')
    await appendVersion(tx, article, { change_description: 'Unpublished', created_by }, { state })
  else {
    await tx
      .updateTable('articles')
      .set({ state, published_version_id: null, date_deleted: state === 'deleted' ? sql`now()` : null })
      .where('id', '=', id)
      .execute()
  }
  if (name === 'delete') await revokePreviews(tx, id)
  await audit(tx, ctx, `article.${name}`, `article:${id}`, published ? { version_number } : {})
  if (schedule && state === 'draft') await scheduleAgain(tx, ctx, id, schedule)
  return true
}

type Locked = Awaited<ReturnType<typeof lockArticle>>

/** The version to publish. One with the text of the newest is that, so that no text seems to be left unpublished. */
async function findVersionToPublish(
  tx: Tx,
  article: Locked['article'],
  current: Locked['current'],
  version_number = current.version_number,
): Promise<number> {
  if (await hasSameText(tx, article, version_number, current)) return current.id
  return findVersion(tx, article.id, version_number)
}

type Current = { version_number: number; content_hash: Buffer; credits: Credit[] }

/** Whether a version has the text and the credits of the current one, as before a publish. */
async function hasSameText(
  tx: Tx,
  { id, author_id }: { id: number; author_id: number },
  versionNumber: number,
  current: Current,
): Promise<boolean> {
  if (versionNumber === current.version_number) return true
  const version = await tx
    .selectFrom('article_versions')
    .select(['id', 'content_hash'])
    .where('article_id', '=', id)
    .where('version_number', '=', versionNumber)
    .executeTakeFirst()
  if (!version?.content_hash.equals(current.content_hash)) return false
  return isSameCredits(await readCredits(tx, { version_id: version.id }, author_id), current.credits)
}

/**
 * A save may be based on an old version with the same text as the current one: a publish in between is no conflict.
 * @throws CONFLICT otherwise
 */
export async function requireSameText(...[tx, article, base, current]: Parameters<typeof hasSameText>) {
  if (await hasSameText(tx, article, base, current)) return
  throw conflict(`This article was changed meanwhile: it is at version ${current.version_number} now.`)
}

/**
 * The excerpt after an edit.
 * @param given null: derived from the text; undefined: unchanged, but derived anew if it was derived before
 */
export function changeExcerpt(
  given: string | null | undefined,
  before: { excerpt: string; content: Block[] },
  content: Block[],
): string {
  const own = isDerivedExcerpt(before.excerpt, before.content) ? null : before.excerpt
  return (given === undefined ? own : given) ?? deriveExcerpt(content)
}

/** The poster of a text, and what it shows, for readers who cannot see it. */
interface Poster {
  poster_image_id: number | null
  poster_alt: string | null
}

export const NO_POSTER: Poster = { poster_image_id: null, poster_alt: null }

/** The poster after an edit. The description of another poster does not stay, and an empty one is none. */
export function changePoster(
  given: { poster_image_id?: number | null | undefined; poster_alt?: string | null | undefined },
  before: Poster,
): Poster {
  const { poster_image_id = before.poster_image_id } = given
  const left = poster_image_id === before.poster_image_id ? before.poster_alt : null
  const { poster_alt = left } = given
  return { poster_image_id, poster_alt: (poster_image_id !== null && poster_alt?.trim()) || null }
}

/** Describes an edit for the list of versions: "Edited title and 3 blocks, +120 words". */
export function describeEdit(before: CreditedText, after: CreditedText): string {
  const { changed_blocks, words_added } = compareBlocks(before.content, after.content)
  const parts = [
    before.title !== after.title && 'title',
    !isSameCredits(before.credits, after.credits) && 'byline',
    isExcerptWritten(before, after) && 'excerpt',
    describePoster(before, after),
    changed_blocks > 0 && `${changed_blocks} ${changed_blocks === 1 ? 'block' : 'blocks'}`,
  ].filter((part) => part !== false)
  const what = parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : 'formatting'
  return `Edited ${what}${describeWords(words_added)}`
}

/** An excerpt that is derived from the text changes with it, so it is not mentioned. */
const isExcerptWritten = (before: CreditedText, after: CreditedText) =>
  before.excerpt !== after.excerpt && ownExcerpt(before) !== ownExcerpt(after)

/** Another image has another description, so only the image is mentioned. */
function describePoster(before: CreditedText, after: CreditedText) {
  if (before.poster_image_id !== after.poster_image_id) return 'featured image'
  return before.poster_alt !== after.poster_alt && 'description of the featured image'
}

function describeWords(added: number) {
  if (added === 0) return ''
  const sign = added > 0 ? '+' : '−'
  const count = Math.abs(added)
  return `, ${sign}${count} ${count === 1 ? 'word' : 'words'}`
}
