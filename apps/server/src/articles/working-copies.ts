import {
  bylineOf,
  type CreditedText,
  copyCredits,
  ownCredits,
  readTags,
  TEXT_COLUMNS,
  writeCredits,
} from '@nightdesk/articles'
import {
  anyRevision,
  type Block,
  conflict,
  content,
  type newArticles as contract,
  type Input,
  invalid,
  isSameCredits,
  MAX_NEW_ARTICLES,
  notFound,
  type workingCopies as ofArticles,
  tagSlug,
  type WorkingCopy,
} from '@nightdesk/contracts'
import { countRows, type DbOrTx, type Tx } from '@nightdesk/db'
import { isSameText, wordCount } from '@nightdesk/editor'
import { type SqlBool, sql } from 'kysely'
import { change } from '../change.ts'
import type { CurrentUser, Handlers, SignedInContext } from '../context.ts'
import { editText, NO_TEXT, requireImages } from './change.ts'
import {
  findSavedFrom,
  type Locked,
  lockArticle,
  readArticle,
  requireEditable,
  requireVisible,
  withPosterUrl,
} from './read.ts'

/** Unsaved work leaves no line in the audit log: nobody else can see it. */
export const workingCopies: Handlers<typeof ofArticles> = {
  async get({ db, session }, { id }) {
    await requireVisible(db, session.user, id)
    return (await findWorkingCopy(db, session.user.id, { article_id: id })) ?? null
  },
  put: (ctx, { id, ...put }) => replace(ctx, { article_id: id }, put),
  patch: (ctx, { id, ...patch }) => splice(ctx, { article_id: id }, patch),
  delete: (ctx, { id, revision }) => discard(ctx, { article_id: id }, revision),
}

export const newArticles: Handlers<typeof contract> = {
  list: async ({ db, session }) => {
    const rows = await db
      .selectFrom('working_copies')
      .where('user_id', '=', session.user.id)
      .where('key', 'is not', null)
      .select(['key', 'title', 'excerpt', 'created_at', 'updated_at'])
      .orderBy('updated_at', 'desc')
      .execute()
    return rows.map(({ key, ...row }) => ({ ...row, key: key! })) // as selected
  },

  async get({ db, session }, { key }) {
    const copy = await findWorkingCopy(db, session.user.id, { key })
    if (!copy) throw notFound('Working copy')
    return copy
  },

  async article({ db, session: { user } }, { key }) {
    const id = await findSavedFrom(db, user.id, key)
    return id === undefined ? null : readArticle(db, user, id)
  },

  put: (ctx, { key, ...put }) => replace(ctx, { key }, put),
  patch: (ctx, { key, ...patch }) => splice(ctx, { key }, patch),
  delete: (ctx, { key, revision }) => discard(ctx, { key }, revision),
}

/** The subject of unsaved work: an article, or a new one under the key that its window chose. */
export type Subject = { article_id: number } | { key: string }

type Put = Omit<Input<typeof contract.put>, 'key'> & { base_version?: number }
type Patch = Omit<Input<typeof contract.patch>, 'key'> & { base_version?: number }

const replace = (ctx: SignedInContext, subject: Subject, { revision, content, ...writing }: Put) =>
  write(ctx, subject, revision, writing, () => content)

const splice = (
  ctx: SignedInContext,
  subject: Subject,
  { revisions, head, tail, insert, ...writing }: Patch,
) => write(ctx, subject, revisions, writing, (blocks) => spliceBlocks(blocks, { head, tail, insert }))

const discard = (ctx: SignedInContext, subject: Subject, revision?: number) =>
  change(ctx, async (tx) => {
    const { user } = ctx.session
    await lockSubject(tx, user, subject)
    const copy = await findWorkingCopy(tx, user.id, subject)
    if (copy) requireRevision(copy, revision)
    await removeWorkingCopy(tx, user.id, subject)
  })

/**
 * Writes the unsaved work of one person. A text without changes is deleted instead of stored: it would hide later versions.
 * @param edit gets the existing blocks, or those of the base version when there is no copy yet
 */
const write = (
  ctx: SignedInContext,
  subject: Subject,
  allowed: AllowedRevisions,
  {
    next_revision,
    first_revision,
    base_version = 0,
    tags,
    base_tags,
    ...heading
  }: Omit<Put, 'revision' | 'content'>,
  edit: (blocks: Block[]) => Block[],
) =>
  change(ctx, async (tx) => {
    const { user } = ctx.session
    const locked = await lockSubject(tx, user, subject)
    if (locked) requireEditable(locked.article)
    const before = await findWorkingCopy(tx, user.id, subject)
    requireRevision(before, allowed)
    const base = locked ? await baseOf(tx, locked, base_version) : await emptyBase(tx, user, subject)
    const begun = before ? withTagNames(before) : { ...base.saved, base_tags: base.saved.tags }
    const content = edit(before?.content ?? (await base.begin()))
    const edited = await editText(tx, base.owner_id, begun, { ...heading, content })
    const text = { ...edited, tags: tags ?? begun.tags }
    await requireImages(tx, { user_id: user.id, article_id: locked?.article.id ?? null }, text)
    if (base.isSame(text)) {
      await removeWorkingCopy(tx, user.id, subject)
      return { revision: 0, updated_at: ctx.now() }
    }
    const { credits, ...columns } = text
    const row = {
      ...columns,
      content: JSON.stringify(content),
      base_tags: base_tags ?? begun.base_tags,
      base_version,
      revision: next_revision ?? revisionAfter(before, first_revision),
      // An earlier release may have stored a copy without changes.
      has_changes: true,
    }
    const { id, ...written } = await tx
      .insertInto('working_copies')
      .values({ ...row, ...subject, user_id: user.id })
      .onConflict((taken) =>
        taken
          .columns(locked ? ['article_id', 'user_id'] : ['user_id', 'key'])
          .doUpdateSet({ ...row, updated_at: sql`now()` }),
      )
      .returning(['id', 'revision', 'updated_at'])
      .executeTakeFirstOrThrow()
    if (heading.credits) await writeCredits(tx, { working_copy_id: id }, credits, base.owner_id)
    else if (!before && locked) await copyCredits(tx, locked.current.id, { working_copy_id: id })
    return written
  })

const revisionAfter = (before: WorkingCopy | undefined, first = anyRevision()) =>
  before ? before.revision + 1 : first

/** Locks the article; for a new one the account, as there is no article to lock yet. */
async function lockSubject(tx: Tx, user: CurrentUser, subject: Subject) {
  if ('article_id' in subject) return lockArticle(tx, user, subject.article_id)
  await tx.selectFrom('users').where('id', '=', user.id).select('id').forNoKeyUpdate().execute()
}

type Tagged = CreditedText & { tags: string[] }

/**
 * What unsaved work begins with: the saved text, whether a text leaves nothing to save, and the account that owns the article,
 * or will own it. `begin` gives the blocks that the first write changes. @throws CONFLICT when the work cannot begin
 */
async function baseOf(tx: Tx, { article, current }: Locked, version: number) {
  if (version > current.version_number) throw conflict(`There is no version ${version} yet.`)
  const saved: Tagged = { ...current, tags: await readTags(tx, article.id) }
  return {
    saved,
    isSame: (text: Tagged) => isSameText(text, saved),
    owner_id: article.author_id,
    async begin() {
      const { content } = await tx
        .selectFrom('article_versions')
        .where('article_id', '=', article.id)
        .where('version_number', '=', version)
        .select('content')
        .executeTakeFirstOrThrow(() => conflict(`There is no version ${version}.`))
      return content
    },
  }
}

/** The same for a new article. A text that comes after a save has made an article of it leaves nothing to save either. */
async function emptyBase(tx: Tx, user: CurrentUser, subject: Subject): ReturnType<typeof baseOf> {
  const owner_id = user.id
  const credits = await ownCredits(tx, owner_id)
  const id = 'key' in subject ? await findSavedFrom(tx, owner_id, subject.key) : undefined
  const made = id === undefined ? undefined : withTagNames(await readArticle(tx, user, id))
  return {
    saved: { ...NO_TEXT, credits, tags: [] },
    isSame: (text) =>
      (isEmpty(text) && isSameCredits(text.credits, credits)) ||
      (made !== undefined && isSameText(text, made)),
    owner_id,
    async begin() {
      await requireRoom(tx, owner_id)
      return []
    },
  }
}

/** @throws CONFLICT when the account has too many articles that were never saved */
async function requireRoom(tx: Tx, userId: number): Promise<void> {
  const own = tx.selectFrom('working_copies').where('user_id', '=', userId)
  if ((await countRows(own.where('key', 'is not', null))) < MAX_NEW_ARTICLES) return
  throw conflict(`${MAX_NEW_ARTICLES} articles are not saved yet. Save or discard one of them first.`)
}

/** An emptied editor holds one empty paragraph. */
const isEmpty = ({ title, excerpt, poster_image_id, content, tags }: Tagged) =>
  title.trim() === '' &&
  excerpt.trim() === '' &&
  poster_image_id === null &&
  tags.length === 0 &&
  content.every(isEmptyParagraph)

const isEmptyParagraph = ({ type, children }: Block) =>
  type === 'paragraph' && children.every(({ text }) => typeof text === 'string' && text.trim() === '')

/**
 * Replaces the blocks between the first `head` and the last `tail`.
 * @throws VALIDATION_FAILED when there are fewer blocks than that, or when the result is over a limit
 */
function spliceBlocks(blocks: Block[], { head, tail, insert }: Pick<Patch, 'head' | 'tail' | 'insert'>) {
  if (head + tail > blocks.length) throw invalid('head', 'The text has fewer blocks than that')
  const whole = content.safeParse([
    ...blocks.slice(0, head),
    ...insert,
    ...blocks.slice(blocks.length - tail),
  ])
  if (!whole.success) throw invalid('insert', whole.error.issues[0]?.message ?? 'The text is too large')
  return whole.data
}

export async function findWorkingCopy(
  db: DbOrTx,
  userId: number,
  subject: Subject,
): Promise<WorkingCopy | undefined> {
  const row = await selectWorkingCopies(db, userId, subject)
    .select(['copy.revision', 'copy.base_version', 'copy.base_tags', 'copy.created_at', 'copy.updated_at'])
    .executeTakeFirst()
  if (!row) return
  const { author_name: _, tags, ...copy } = row
  return { ...withPosterUrl(copy), tags: withSlugs(tags) }
}

/** What unsaved work changes in the text of an article, as a reader would see it; undefined without changes. */
export async function findUnsavedText(db: DbOrTx, userId: number, articleId: number) {
  const text = await selectWorkingCopies(db, userId, { article_id: articleId })
    .where('copy.has_changes', '=', true)
    .executeTakeFirst()
  return text && { ...text, tags: withSlugs(text.tags), word_count: wordCount(text.content) }
}

/** For what compares texts. */
export const withTagNames = <Text extends Pick<WorkingCopy, 'tags'>>({ tags, ...text }: Text) => ({
  ...text,
  tags: tags.map(({ name }) => name),
})

const withSlugs = (tags: string[]) => tags.map((name) => ({ name, slug: tagSlug(name) }))

const selectWorkingCopies = (db: DbOrTx, userId: number, subject: Subject) =>
  db
    .selectFrom('working_copies as copy')
    .leftJoin('articles', 'articles.id', 'copy.article_id')
    .innerJoinLateral(
      bylineOf(
        sql<SqlBool>`credits.working_copy_id = copy.id`,
        // A new article will belong to its writer.
        sql<number>`coalesce(articles.author_id, copy.user_id)`,
      ).as('byline'),
      (join) => join.onTrue(),
    )
    .leftJoin('images as poster', 'poster.id', 'copy.poster_image_id')
    .where('copy.user_id', '=', userId)
    .where(isAbout(subject))
    .select(TEXT_COLUMNS.map((column) => `copy.${column}` as const))
    .select(['copy.tags', 'poster.filename as poster_filename', 'byline.credits', 'byline.author_name'])

const isAbout = (subject: Subject) =>
  'key' in subject ? sql<SqlBool>`key = ${subject.key}` : sql<SqlBool>`article_id = ${subject.article_id}`

/** The revision or revisions that a caller knows, 0 for none; undefined allows any. */
type AllowedRevisions = number | readonly number[] | undefined

/** @throws CONFLICT when another window of the same person has written since */
function requireRevision(copy: WorkingCopy | undefined, allowed: AllowedRevisions): void {
  const current = copy?.revision ?? 0
  if (allowed === undefined || [allowed].flat().includes(current)) return
  throw conflict('Your unsaved work was changed in another window.')
}

/**
 * Deletes a working copy that was saved as a version. A copy with another revision is newer work, and stays.
 * @param unanswered other revisions that the saved text follows
 * @returns whether there was one
 */
export async function removeWorkingCopy(
  tx: Tx,
  userId: number,
  subject: Subject,
  revision?: number,
  unanswered: readonly number[] = [],
): Promise<boolean> {
  let copies = tx.deleteFrom('working_copies').where('user_id', '=', userId).where(isAbout(subject))
  if (revision !== undefined) copies = copies.where('revision', 'in', [revision, ...unanswered])
  const { numDeletedRows } = await copies.executeTakeFirst()
  return numDeletedRows > 0n
}
