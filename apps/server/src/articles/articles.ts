import { type CreditedText, changeTags, deriveExcerpt, type NewCredit, readTags } from '@nightdesk/articles'
import {
  AppError,
  type BulkResult,
  type bulk as bulkContract,
  conflict,
  type articles as contract,
  type Input,
  isSameCredits,
  tagSlug,
  type WorkingCopy,
} from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { isSameText } from '@nightdesk/editor'
import { type VersionText, versionHash } from '@nightdesk/editor/version-hash'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { commitAnswer } from '../change.ts'
import type { CurrentUser, Handlers, SignedInContext } from '../context.ts'
import {
  changeArticle,
  changeArticles,
  changeExcerpt,
  changePoster,
  describeEdit,
  NO_POSTER,
  requireImages,
  requireSameText,
  type TransitionOptions,
  transition,
  writeText,
} from './change.ts'
import {
  changeCredits,
  countOwnTags,
  countTags,
  findMade,
  listArticles,
  lockArticle,
  readArticle,
  requireEditable,
  type Transition,
} from './read.ts'
import { findWorkingCopy, removeWorkingCopy } from './working-copies.ts'

export const articles: Handlers<typeof contract> = {
  list: listArticles,
  get: (ctx, { id }) => readArticle(ctx.db, ctx.session.user, id),

  tags: ({ db, session: { user } }) =>
    user.role === 'author' ? countOwnTags(db, user.id, SHOWN) : countTags(db, SHOWN),

  async create(ctx, input) {
    const { user } = ctx.session
    const made = input.working_copy_key && (await findMade(ctx.db, user.id, input.working_copy_key))
    return made ? saveAgain(ctx, made, input) : createArticle(ctx, input)
  },

  update: (ctx, { id, working_copy_revision, unanswered_revisions, tags, base_tags, ...edit }) =>
    changeArticle(ctx, id, async (tx) => {
      const { user } = ctx.session
      const { article, current } = await lockArticle(tx, user, id)
      requireEditable(article)
      const isFiledAnew = tags !== undefined && (await changeTags(tx, id, tags, base_tags))
      const change_description = await saveText(tx, ctx, article, current, edit)
      await removeSavedCopy(tx, user, id, working_copy_revision, unanswered_revisions)
      await auditUpdate(tx, ctx, id, { change_description, tags: isFiledAnew ? tags : undefined })
    }),

  publish: (ctx, input) => changeState(ctx, 'publish', input),
  unpublish: (ctx, input) => changeState(ctx, 'unpublish', input),
  archive: (ctx, input) => changeState(ctx, 'archive', input),
  restore: (ctx, input) => changeState(ctx, 'restore', input),
  delete: (ctx, input) => changeState(ctx, 'delete', input),
}

type NewArticle = Input<(typeof contract)['create']>

function createArticle(
  ctx: SignedInContext,
  { working_copy_key: key, working_copy_revision, unanswered_revisions, ...written }: NewArticle,
) {
  const { user } = ctx.session
  return commitAnswer(ctx, async (tx) => {
    const { title, content, excerpt, tags = [] } = written
    const credits = await changeCredits(tx, written.credits, [], user.id)
    const poster = changePoster(written, NO_POSTER)
    const text: CreditedText = {
      title,
      content,
      excerpt: excerpt ?? deriveExcerpt(content),
      ...poster,
      credits,
    }
    await requireImages(tx, { user_id: user.id, article_id: null }, text)
    const article = await tx
      .insertInto('articles')
      .values({ author_id: user.id, made_from: key })
      .onConflict((taken) => taken.columns(['author_id', 'made_from']).doNothing())
      .returning(['id', 'state', 'author_id', 'current_version_id'])
      .executeTakeFirst()
    // The same call, sent again.
    if (!article) throw conflict('This text is being saved already.')
    if (key) await removeWorkingCopy(tx, user.id, { key }, working_copy_revision, unanswered_revisions)
    await writeText(tx, ctx, article, text, 'Created')
    await changeTags(tx, article.id, tags)
    await audit(tx, ctx, 'article.create', `article:${article.id}`)
    return readArticle(tx, user, article.id)
  })
}

/**
 * The answer to the first create was lost: saves the newer text to the article that it made.
 * @throws CONFLICT when somebody else has changed the article meanwhile
 */
const saveAgain = (ctx: SignedInContext, id: number, written: NewArticle) =>
  changeArticle(ctx, id, async (tx) => {
    const { working_copy_key: key, working_copy_revision, unanswered_revisions, tags = [], ...edit } = written
    const { user } = ctx.session
    const { article, current } = await lockArticle(tx, user, id)
    requireEditable(article)
    if (key) await removeWorkingCopy(tx, user.id, { key }, working_copy_revision, unanswered_revisions)
    // Tags have no versions, so the earlier tags are unknown. The tags of both saves stay.
    const isFiledAnew = await changeTags(tx, id, tags, [])
    const change_description = await saveText(tx, ctx, article, current, { ...edit, base_version: 1 })
    await auditUpdate(tx, ctx, id, { change_description, tags: isFiledAnew ? tags : undefined })
  })

/** The list leaves out the trash. */
const SHOWN = ['draft', 'published', 'archived'] as const

const changeState = (
  ctx: SignedInContext,
  name: Transition,
  { id, ...options }: TransitionOptions & { id: number },
) =>
  changeArticle(ctx, id, async (tx) => {
    await transition(tx, ctx, id, name, options)
  })

/** Without a revision, the saved article may lack what the working copy has: it is removed only if both are the same. */
async function removeSavedCopy(
  tx: Tx,
  user: CurrentUser,
  id: number,
  revision: number | undefined,
  unanswered: readonly number[] | undefined,
) {
  const subject = { article_id: id }
  const copy = revision === undefined && (await findWorkingCopy(tx, user.id, subject))
  if (copy && !isSameText(withTagNames(copy), withTagNames(await readArticle(tx, user, id)))) return
  await removeWorkingCopy(tx, user.id, subject, revision, unanswered)
}

const withTagNames = <Text extends Pick<WorkingCopy, 'tags'>>({ tags, ...text }: Text) => ({
  ...text,
  tags: tags.map(({ name }) => name),
})

/** Writes one line for the changes of a save, and none when nothing changed. */
async function auditUpdate(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  { change_description, tags }: { change_description: string | null; tags: string[] | undefined },
): Promise<void> {
  if (!tags && change_description === null) return
  const detail = { ...(change_description && { change_description }), ...(tags && { tags }) }
  await audit(tx, ctx, 'article.update', `article:${id}`, detail)
}

/**
 * Writes the result of an edit as a new version.
 * @returns null when the text is unchanged, as after a repeated save whose answer was lost
 */
async function saveText(
  tx: Tx,
  ctx: SignedInContext,
  article: Locked['article'],
  current: Locked['current'],
  { base_version, credits: given, ...changes }: Edit & { base_version?: number },
): Promise<string | null> {
  const credits = await changeCredits(tx, given, current.credits, article.author_id)
  const next = { ...applyChanges(current, changes), credits }
  const content_hash = versionHash(next)
  if (content_hash.equals(current.content_hash) && isSameCredits(credits, current.credits)) return null
  if (base_version !== undefined) await requireSameText(tx, article, base_version, current)
  await requireImages(tx, { user_id: ctx.session.user.id, article_id: article.id }, next)
  const change_description = describeEdit(current, next)
  await writeText(tx, ctx, article, { ...next, content_hash }, change_description)
  return change_description
}

type Locked = Awaited<ReturnType<typeof lockArticle>>
type Edit = Partial<Omit<VersionText, 'excerpt'>> & { excerpt?: string | null; credits?: NewCredit[] }

/** The text after the edit. */
function applyChanges(current: VersionText, changes: Edit): VersionText {
  const { title = current.title, content = current.content } = changes
  const excerpt = changeExcerpt(changes.excerpt, current, content)
  return { title, content, excerpt, ...changePoster(changes, current) }
}

type BulkInput = Input<typeof bulkContract.change>
type Item = BulkInput['articles'][number]

export const bulk: Handlers<typeof bulkContract> = {
  change(ctx, { articles, ...input }) {
    // In one order, so that two calls with the same articles cannot deadlock.
    const items = articles.toSorted((one, other) => one.id - other.id)
    const ids = items.map(({ id }) => id)
    return changeArticles(ctx, ids, async (tx) => {
      const results: BulkResult[] = []
      for (const item of items) results.push(await tryChange(tx, ctx, item, input))
      return results
    })
  },
}

async function tryChange(
  tx: Tx,
  ctx: SignedInContext,
  item: Item,
  input: Omit<BulkInput, 'articles'>,
): Promise<BulkResult> {
  const changed = await attempt(tx, () => changeOne(tx, ctx, item, input))
  if (changed instanceof AppError) return { id: item.id, outcome: 'refused', message: changed.message }
  return { id: item.id, outcome: changed ? 'changed' : 'unchanged', message: null }
}

/** @returns whether the article was changed. @throws AppError when it may not be */
async function changeOne(
  tx: Tx,
  ctx: SignedInContext,
  { id, base_version, tag_position, ...options }: Item,
  { change, tag = '' }: Omit<BulkInput, 'articles'>,
): Promise<boolean> {
  if (base_version !== undefined) {
    const { article, current } = await lockArticle(tx, ctx.session.user, id)
    await requireSameText(tx, article, base_version, current)
  }
  switch (change) {
    case 'add_tag':
      return addTag(tx, ctx, id, tag, tag_position)
    case 'remove_tag':
      return removeTag(tx, ctx, id, tag)
    default:
      return transition(tx, ctx, id, change, options)
  }
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

/**
 * @param position counted from 1; default: last
 * @returns false when the article has the tag already
 */
const addTag = (tx: Tx, ctx: SignedInContext, id: number, tag: string, position?: number) =>
  editTags(tx, ctx, id, (tags) =>
    hasTag(tags, tag) ? tags : tags.toSpliced(position === undefined ? tags.length : position - 1, 0, tag),
  )

/** @returns false when the article does not have the tag */
const removeTag = (tx: Tx, ctx: SignedInContext, id: number, tag: string) =>
  editTags(tx, ctx, id, (tags) => tags.filter((name) => !hasTag([name], tag)))

async function editTags(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  change: (tags: string[]) => string[],
): Promise<boolean> {
  const { article } = await lockArticle(tx, ctx.session.user, id)
  requireEditable(article)
  const tags = change(await readTags(tx, id))
  const isChanged = await changeTags(tx, id, tags)
  if (isChanged) await audit(tx, ctx, 'article.update', `article:${id}`, { tags })
  return isChanged
}

const hasTag = (tags: readonly string[], tag: string) => tags.some((name) => tagSlug(name) === tagSlug(tag))
