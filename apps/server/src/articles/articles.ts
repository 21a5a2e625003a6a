import { changeTags, readTags } from '@nightdesk/articles'
import {
  AppError,
  type BulkResult,
  type bulk as bulkContract,
  conflict,
  type articles as contract,
  type Input,
  isSameCredits,
  originalPage,
  tagSlug,
} from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { isSameText } from '@nightdesk/editor'
import { versionHash } from '@nightdesk/editor/version-hash'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { CurrentUser, Handlers, SignedInContext } from '../context.ts'
import {
  changeArticle,
  changeArticles,
  describeEdit,
  type Edit,
  editText,
  NO_TEXT,
  requireImages,
  requireSameText,
  writeText,
} from './change.ts'
import { changePage, findAt, newPage } from './pages.ts'
import {
  countOwnTags,
  countTags,
  findSavedFrom,
  type Locked,
  listArticles,
  lockArticle,
  readArticle,
  requireEditable,
} from './read.ts'
import { type ArticleChange, type Transition, transition } from './state.ts'
import { findWorkingCopy, removeWorkingCopy, type Subject, withTagNames } from './working-copies.ts'

export const articles: Handlers<typeof contract> = {
  list: listArticles,
  get: (ctx, { id }) => readArticle(ctx.db, ctx.session.user, id),

  tags: ({ db, session: { user } }) =>
    user.role === 'author' ? countOwnTags(db, user.id, SHOWN) : countTags(db, SHOWN),

  async create(ctx, input) {
    const { working_copy_key: key, tags = [] } = input
    const saved = key && (await findSavedFrom(ctx.db, ctx.session.user.id, key))
    if (!saved) return createArticle(ctx, input)
    // The answer to the first call was lost, and this text is newer. Tags have no versions, so the earlier ones are unknown:
    // those of both calls stay.
    return save(ctx, saved, { key }, { ...input, tags, base_tags: [], base_version: 1 })
  },

  update: (ctx, { id, ...input }) => save(ctx, id, { article_id: id }, input),

  async original(ctx, { path, only_if_missing }) {
    const text = originalPage(path, (await ctx.readSite()).name)
    const page = await findAt(ctx.db, path)
    if (page && only_if_missing) return readArticle(ctx.db, ctx.session.user, page.id)
    if (page) return save(ctx, page.id, { article_id: page.id }, text)
    return createArticle(ctx, { ...text, kind: 'page', path })
  },

  publish: (ctx, input) => changeState(ctx, 'publish', input),
  unpublish: (ctx, input) => changeState(ctx, 'unpublish', input),
  archive: (ctx, input) => changeState(ctx, 'archive', input),
  restore: (ctx, input) => changeState(ctx, 'restore', input),
  delete: (ctx, input) => changeState(ctx, 'delete', input),
}

/** The list leaves out the trash. */
const SHOWN = ['draft', 'published', 'archived'] as const

const changeState = (ctx: SignedInContext, name: Transition, { id, ...options }: ArticleChange) =>
  changeArticle(ctx, id, (tx, locked) => transition(tx, ctx, locked, name, options))

function createArticle(
  ctx: SignedInContext,
  {
    working_copy_key: key,
    working_copy_revision,
    unanswered_revisions,
    tags = [],
    kind,
    path,
    shows_byline,
    ...edit
  }: Input<(typeof contract)['create']>,
) {
  const { user } = ctx.session
  return change(ctx, async (tx) => {
    const page = await newPage(tx, user, { kind, path, shows_byline })
    const text = await editText(tx, user.id, NO_TEXT, edit)
    await requireImages(tx, { user_id: user.id, article_id: null }, text)
    // The same call, sent again.
    const article = await tx
      .insertInto('articles')
      .values({ author_id: user.id, made_from: key, ...page })
      .onConflict((taken) => taken.columns(['author_id', 'made_from']).doNothing())
      .returning(['id', 'state', 'author_id', 'current_version_id'])
      .executeTakeFirstOrThrow(() => conflict('This text is being saved already.'))
    if (key) await removeWorkingCopy(tx, user.id, { key }, working_copy_revision, unanswered_revisions)
    await writeText(tx, ctx, article, text, 'Created')
    await changeTags(tx, article.id, tags)
    await audit(tx, ctx, 'article.create', `article:${article.id}`)
    return readArticle(tx, user, article.id)
  })
}

/**
 * Saves an edit of an article, and removes the unsaved work that it came from.
 * @throws CONFLICT when somebody else has changed the article since its base version
 */
const save = (
  ctx: SignedInContext,
  id: number,
  subject: Subject,
  {
    base_version,
    working_copy_revision,
    unanswered_revisions,
    tags,
    base_tags,
    path,
    shows_byline,
    ...edit
  }: Omit<Input<(typeof contract)['update']>, 'id'>,
) =>
  changeArticle(ctx, id, async (tx, locked) => {
    const { user } = ctx.session
    requireEditable(locked.article)
    const isFiledAnew = tags !== undefined && (await changeTags(tx, id, tags, base_tags))
    const ofPage = await changePage(tx, user, locked.article, { path, shows_byline })
    const change_description = await saveText(tx, ctx, locked, edit, base_version)
    const isKnown = working_copy_revision !== undefined || 'key' in subject
    const isRemoved =
      isKnown && (await removeWorkingCopy(tx, user.id, subject, working_copy_revision, unanswered_revisions))
    if (!isRemoved && (await isCopySaved(tx, user, subject))) await removeWorkingCopy(tx, user.id, subject)
    if (change_description === null && !isFiledAnew && !ofPage) return
    const detail = {
      ...(change_description && { change_description }),
      ...(isFiledAnew && { tags }),
      ...ofPage,
    }
    await audit(tx, ctx, 'article.update', `article:${id}`, detail)
  })

/** Whether there is a working copy with the text of the article. Another text may have what the article lacks. */
async function isCopySaved(tx: Tx, user: CurrentUser, subject: Subject): Promise<boolean> {
  if ('key' in subject) return false
  const copy = await findWorkingCopy(tx, user.id, subject)
  if (!copy) return false
  return isSameText(withTagNames(copy), withTagNames(await readArticle(tx, user, subject.article_id)))
}

/**
 * Writes the result of an edit as a new version.
 * @returns null when the text is unchanged, as after a repeated save whose answer was lost
 */
async function saveText(
  tx: Tx,
  ctx: SignedInContext,
  locked: Locked,
  edit: Edit,
  base_version: number | undefined,
): Promise<string | null> {
  const { article, current } = locked
  const { credits, ...text } = await editText(tx, article.author_id, current, edit)
  const content_hash = versionHash(text)
  const isSameByline = isSameCredits(credits, current.credits)
  if (content_hash.equals(current.content_hash) && isSameByline) return null
  if (base_version !== undefined) await requireSameText(tx, locked, base_version)
  await requireImages(tx, { user_id: ctx.session.user.id, article_id: article.id }, text)
  const change_description = describeEdit(current, { ...text, credits })
  const written = { ...text, content_hash, ...(isSameByline ? {} : { credits }) }
  await writeText(tx, ctx, article, written, change_description)
  return change_description
}

type BulkChange = Omit<Input<typeof bulkContract.change>, 'articles'>

export const bulk: Handlers<typeof bulkContract> = {
  change(ctx, { articles, ...input }) {
    // In one order, so that two calls with the same articles cannot deadlock.
    const items = articles.toSorted((one, other) => one.id - other.id)
    const ids = items.map(({ id }) => id)
    return changeArticles(ctx, ids, async (tx) => {
      const results: BulkResult[] = []
      for (const item of items) results.push(await tryChange(tx, ctx, item, input))
      // At the commit it would come between the lines of the audit log, whose lock is to be the last one.
      await sql`set constraints articles_search, article_tags_search immediate`.execute(tx)
      return results
    })
  },
}

async function tryChange(
  tx: Tx,
  ctx: SignedInContext,
  item: ArticleChange,
  input: BulkChange,
): Promise<BulkResult> {
  const changed = await attempt(tx, () => changeOne(tx, ctx, item, input))
  if (changed instanceof AppError) return { id: item.id, outcome: 'refused', message: changed.message }
  return { id: item.id, outcome: changed ? 'changed' : 'unchanged', message: null }
}

/** @returns whether the article was changed. @throws AppError when it may not be */
async function changeOne(
  tx: Tx,
  ctx: SignedInContext,
  { id, base_version, tag_position, ...options }: ArticleChange,
  { change, tag = '' }: BulkChange,
): Promise<boolean> {
  const locked = await lockArticle(tx, ctx.session.user, id)
  if (base_version !== undefined) await requireSameText(tx, locked, base_version)
  if (change !== 'add_tag' && change !== 'remove_tag') return transition(tx, ctx, locked, change, options)
  requireEditable(locked.article)
  const before = await readTags(tx, id)
  const tags = change === 'add_tag' ? withTag(before, tag, tag_position) : withoutTag(before, tag)
  const isChanged = await changeTags(tx, id, tags)
  if (isChanged) await audit(tx, ctx, 'article.update', `article:${id}`, { tags })
  return isChanged
}

/**
 * Runs one step of a transaction. When the step is refused, only this step is rolled back.
 * @returns the result of the step, or its refusal
 */
async function attempt<T>(tx: Tx, step: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await step()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return error
  }
}

/** @param position counted from 1; default: last */
const withTag = (tags: string[], tag: string, position = tags.length + 1) =>
  tags.some(isTag(tag)) ? tags : tags.toSpliced(position - 1, 0, tag)

const withoutTag = (tags: string[], tag: string) => tags.filter((name) => !isTag(tag)(name))

const isTag = (tag: string) => (name: string) => tagSlug(name) === tagSlug(tag)
