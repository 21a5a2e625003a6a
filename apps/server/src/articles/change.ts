import {
  appendVersion,
  type CreditedText,
  filenamesIn,
  isSameVersion,
  type LockedArticle,
  type NewCredit,
  type NewVersion,
  ownCredits,
  resolveCredits,
} from '@nightdesk/articles'
import { type AdminArticle, type Block, conflict, invalid, isSameCredits } from '@nightdesk/contracts'
import { articleTag, LISTS, REDIRECTS, type Tx } from '@nightdesk/db'
import { compareBlocks, excerpt, isDerivedExcerpt, ownExcerpt } from '@nightdesk/editor'
import type { VersionText } from '@nightdesk/editor/version-hash'
import { sql } from 'kysely'
import { change } from '../change.ts'
import type { Context, SignedInContext } from '../context.ts'
import { moveNotes } from './notes.ts'
import { type Locked, lockArticle, readArticle } from './read.ts'

/**
 * Changes a locked article in one transaction, and drops the pages that show it.
 * @returns the article as this change left it, without changes that others made since
 * @throws NOT_FOUND when there is no such article, or when this user may not see it
 */
export const changeArticle = (
  ctx: SignedInContext,
  id: number,
  work: (tx: Tx, locked: Locked) => Promise<unknown>,
): Promise<AdminArticle> =>
  change(ctx, async (tx, invalidate) => {
    const { user } = ctx.session
    const locked = await lockArticle(tx, user, id)
    await work(tx, locked)
    const changed = await readArticle(tx, user, id)
    if ([locked.article.state, changed.state].includes('published')) invalidate([LISTS, articleTag(id)])
    // An earlier address leads to the new one.
    if (locked.article.path !== changed.path) invalidate([REDIRECTS])
    return changed
  })

/**
 * A transaction that changes articles, and whose result is the answer of the call. It invalidates pages of the articles that
 * readers see before or after it: saving a draft leaves all pages and the CDN alone.
 */
export const changeArticles = <T>(
  ctx: Pick<Context, 'db' | 'pages' | 'has_cdn' | 'checkAnswer'>,
  ids: readonly number[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  change(ctx, async (tx, invalidate) => {
    const before = await lockPublished(tx, ids)
    const result = await work(tx)
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

/** What an edit gives of a text; the rest stays as it is. */
export type Edit = Partial<Omit<VersionText, 'excerpt'>> & {
  /** Null: derived from the text. */
  excerpt?: string | null
  /** Empty: the owner of the article as its author. */
  credits?: NewCredit[]
}

export const NO_TEXT: CreditedText = {
  title: '',
  excerpt: '',
  poster_image_id: null,
  poster_alt: null,
  content: [],
  credits: [],
}

/**
 * The text after an edit.
 * @param owner_id the account that owns the article
 * @throws VALIDATION_FAILED when a credited person does not exist
 */
export async function editText(
  tx: Tx,
  owner_id: number,
  before: CreditedText,
  { title = before.title, content = before.content, excerpt, credits: given, ...poster }: Edit,
): Promise<CreditedText> {
  const credits = given ? await resolveCredits(tx, given) : before.credits
  return {
    title,
    content,
    excerpt: changeExcerpt(excerpt, before, content),
    ...changePoster(poster, before),
    credits: credits.length > 0 ? credits : await ownCredits(tx, owner_id),
  }
}

/** An excerpt that was derived before is derived anew. */
function changeExcerpt(given: string | null | undefined, before: CreditedText, content: Block[]): string {
  const own = isDerivedExcerpt(before.excerpt, before.content) ? null : before.excerpt
  return (given === undefined ? own : given) ?? excerpt(content)
}

/** The description of another poster does not stay, and an empty one is none. */
function changePoster(given: Pick<Edit, 'poster_image_id' | 'poster_alt'>, before: CreditedText) {
  const { poster_image_id = before.poster_image_id } = given
  const left = poster_image_id === before.poster_image_id ? before.poster_alt : null
  const { poster_alt = left } = given
  return { poster_image_id, poster_alt: (poster_image_id !== null && poster_alt?.trim()) || null }
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
 * A save may be based on an old version with the same text as the current one: a publish in between is no conflict.
 * @throws CONFLICT otherwise
 */
export async function requireSameText(tx: Tx, locked: Locked, base_version: number): Promise<void> {
  if (await hasSameText(tx, locked, base_version)) return
  throw conflict(`This article was changed meanwhile: it is at version ${locked.current.version_number} now.`)
}

/** Whether a version has the text and the credits of the current one, as before a publish. */
export async function hasSameText(
  tx: Tx,
  { article, current }: Locked,
  version_number: number,
): Promise<boolean> {
  if (version_number === current.version_number) return true
  const version = await tx
    .selectFrom('article_versions')
    .select('id')
    .where('article_id', '=', article.id)
    .where('version_number', '=', version_number)
    .executeTakeFirst()
  return version !== undefined && isSameVersion(tx, article, version.id, current.id)
}

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
