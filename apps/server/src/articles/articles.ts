import { conflict, type articles as contract } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { audit } from '../audit.ts'
import { commitAnswer } from '../commit-answer.ts'
import type { SignedInContext } from '../context.ts'
import { scheduleAgain } from '../schedules/schedules.ts'
import type { Service } from '../service.ts'
import { describeEdit } from '../versions/describe.ts'
import { removeWorkingCopy } from '../working-copies/find.ts'
import { changeExcerpt, deriveExcerpt } from './excerpt.ts'
import { move } from './move.ts'
import { requireEditable } from './policy.ts'
import { listArticles, lockArticle, readArticle } from './read.ts'
import { changeTags, countOwnTags, countTags } from './tags.ts'
import {
  type ArticleText,
  changeArticle,
  hashOf,
  requireImages,
  writeText,
  writeVersion,
} from './write-version.ts'

export const articles: Service<typeof contract> = {
  list: listArticles,
  get: (ctx, { id }) => readArticle(ctx.db, ctx.session.user, id),

  tags: ({ db, session: { user } }) =>
    user.role === 'author' ? countOwnTags(db, user.id, SHOWN) : countTags(db, SHOWN),

  create: (ctx, { working_copy_key: key, working_copy_revision, ...written }) =>
    commitAnswer(ctx, async (tx) => {
      const { title, content, excerpt, poster_image_id, tags = [] } = written
      const text: ArticleText = {
        title,
        content,
        excerpt: excerpt ?? deriveExcerpt(content),
        poster_image_id: poster_image_id ?? null,
      }
      await requireImages(tx, { user_id: ctx.session.user.id, article_id: null }, text)
      if (key) await removeWorkingCopy(tx, ctx.session.user.id, { key }, working_copy_revision)
      const article = await tx
        .insertInto('articles')
        .values({ author_id: ctx.session.user.id })
        .returning(['id', 'state'])
        .executeTakeFirstOrThrow()
      await writeVersion(tx, ctx, article, { ...text, version_number: 1, change_description: 'Created' })
      await changeTags(tx, article.id, tags)
      await audit(tx, ctx, 'article.create', `article:${article.id}`)
      return readArticle(tx, ctx.session.user, article.id)
    }),

  update: (ctx, { id, working_copy_revision, tags, base_tags, ...edit }) =>
    changeArticle(ctx, id, async (tx) => {
      const { article, current } = await lockArticle(tx, ctx.session.user, id)
      requireEditable(article)
      // Undone with the transaction when the save is refused.
      await removeWorkingCopy(tx, ctx.session.user.id, { article_id: id }, working_copy_revision)
      const isFiledAnew = tags !== undefined && (await changeTags(tx, id, tags, base_tags))
      const change_description = await saveText(tx, ctx, article, current, edit)
      if (!isFiledAnew && change_description === null) return
      const detail = { ...(change_description && { change_description }), ...(isFiledAnew && { tags }) }
      await audit(tx, ctx, 'article.update', `article:${id}`, detail)
    }),

  publish: (ctx, { id }) => changeState(ctx, id, 'publish'),
  unpublish: (ctx, { id }) => changeState(ctx, id, 'unpublish'),
  archive: (ctx, { id }) => changeState(ctx, id, 'archive'),
  restore: (ctx, { id, schedule }) =>
    changeArticle(ctx, id, async (tx) => {
      await move(tx, ctx, id, 'restore')
      if (schedule) await scheduleAgain(tx, ctx, id, schedule)
    }),
  delete: (ctx, { id }) => changeState(ctx, id, 'delete'),
}

/** The list leaves out the trash. */
const SHOWN = ['draft', 'published', 'archived'] as const

const changeState = (ctx: SignedInContext, id: number, name: Parameters<typeof move>[3]) =>
  changeArticle(ctx, id, (tx) => move(tx, ctx, id, name))

/**
 * Writes what an edit makes of the text as a new version.
 * @returns what it did; null when the text is as before, also by a save that is sent again because its answer was lost
 */
async function saveText(
  tx: Tx,
  ctx: SignedInContext,
  article: Locked['article'],
  current: Locked['current'],
  { base_version, ...changes }: Edit & { base_version?: number },
): Promise<string | null> {
  const next = applyChanges(current, changes)
  if (hashOf(next).equals(current.content_hash)) return null
  if (base_version !== undefined) await requireSameText(tx, article.id, base_version, current)
  await requireImages(tx, { user_id: ctx.session.user.id, article_id: article.id }, next)
  const change_description = describeEdit(current, next)
  const version_number = current.version_number + 1
  await writeText(tx, ctx, article, { ...next, version_number, change_description })
  return change_description
}

type Locked = Awaited<ReturnType<typeof lockArticle>>
type Edit = Partial<Omit<ArticleText, 'excerpt'>> & { excerpt?: string | null }

/** The text that results. */
function applyChanges(current: ArticleText, changes: Edit): ArticleText {
  const {
    title = current.title,
    content = current.content,
    poster_image_id = current.poster_image_id,
  } = changes
  const excerpt = changeExcerpt(changes.excerpt, current, content)
  return { title, content, excerpt, poster_image_id }
}

/**
 * A save from an old version is fine while the text is still that of that version: a publish in between is no conflict.
 * @throws CONFLICT otherwise
 */
async function requireSameText(
  tx: Tx,
  articleId: number,
  baseVersion: number,
  current: { version_number: number; content_hash: Buffer },
) {
  if (baseVersion === current.version_number) return
  const base = await tx
    .selectFrom('article_versions')
    .select('content_hash')
    .where('article_id', '=', articleId)
    .where('version_number', '=', baseVersion)
    .executeTakeFirst()
  if (base?.content_hash.equals(current.content_hash)) return
  throw conflict(`This article was changed meanwhile: it is at version ${current.version_number} now.`)
}
