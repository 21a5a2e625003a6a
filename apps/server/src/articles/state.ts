import { appendVersion, publishVersion } from '@nightdesk/articles'
import {
  type ArticleState,
  type bulk,
  conflict,
  type schedules as contract,
  type Input,
  invalid,
} from '@nightdesk/contracts'
import { addJob, type Database, removeJob, type Tx } from '@nightdesk/db'
import { type Selectable, sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { changeArticle, hasSameText, requireSameText } from './change.ts'
import { requireOwnAddress } from './pages.ts'
import type { Locked } from './read.ts'

/** An article that a call changes, and how. */
export type ArticleChange = Input<typeof bulk.change>['articles'][number]

export type Transition = 'publish' | 'unpublish' | 'archive' | 'restore' | 'delete'

const TRANSITIONS: Record<Transition, { from: readonly ArticleState[]; to: ArticleState }> = {
  publish: { from: ['draft'], to: 'published' },
  unpublish: { from: ['published'], to: 'draft' },
  archive: { from: ['draft', 'published'], to: 'archived' },
  restore: { from: ['archived', 'deleted'], to: 'draft' },
  delete: { from: ['draft', 'published', 'archived'], to: 'deleted' },
}

/**
 * Moves a locked article to another state. Publishing and unpublishing make a version; archiving, deleting and restoring do
 * not. Every transition ends the schedule.
 * @returns false when the article was in that state already
 * @throws CONFLICT when the transition is not possible, or the text is not that of the base version
 */
export async function transition(
  tx: Tx,
  ctx: SignedInContext,
  locked: Locked,
  name: Transition,
  { base_version, version_number, schedule: before }: Omit<ArticleChange, 'id'>,
): Promise<boolean> {
  const { article } = locked
  const { id } = article
  const { from, to: state } = TRANSITIONS[name]
  if (article.state !== state && !from.includes(article.state))
    throw conflict(`You cannot ${name} an article that is ${article.state}`)
  if (base_version !== undefined) await requireSameText(tx, locked, base_version)
  const published = name === 'publish' && (await findVersionToPublish(tx, locked, version_number))
  if (state === article.state && (!published || published === article.published_version_id)) return false
  await requireOwnAddress(tx, article)
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
  // Its preview links end.
  if (name === 'delete') await tx.deleteFrom('previews').where('article_id', '=', id).execute()
  await audit(tx, ctx, `article.${name}`, `article:${id}`, published ? { version_number } : {})
  if (before && state === 'draft' && (await isAhead(tx, before.publish_at)))
    await schedule(tx, ctx, id, before)
  return true
}

/** The version to publish. One with the text of the newest is that, so that no text seems to be left unpublished. */
async function findVersionToPublish(
  tx: Tx,
  locked: Locked,
  version_number = locked.current.version_number,
): Promise<number> {
  const isCurrent = await hasSameText(tx, locked, version_number)
  return isCurrent ? locked.current.id : findVersion(tx, locked.article.id, version_number)
}

export const schedules: Handlers<typeof contract> = {
  set: (ctx, { id, publish_at, version_number }) =>
    changeArticle(ctx, id, async (tx, { article }) => {
      const { state } = article
      // Every save of a published article is public at once.
      if (state === 'published')
        throw conflict('This article is public already. What you save goes out at once.')
      if (state !== 'draft')
        throw conflict(`You cannot schedule an article that is ${state}. Restore it first.`)
      if (!(await isAhead(tx, publish_at))) throw invalid('publish_at', 'Choose a time that is still to come')
      await schedule(tx, ctx, id, { publish_at, version_number })
    }),

  cancel: (ctx, { id }) =>
    changeArticle(ctx, id, async (tx, { article }) => {
      if (await unschedule(tx, article)) await audit(tx, ctx, 'article.unschedule', `article:${id}`)
    }),
}

async function schedule(
  tx: Tx,
  ctx: SignedInContext,
  id: number,
  { publish_at, version_number }: NonNullable<ArticleChange['schedule']>,
): Promise<void> {
  await tx
    .updateTable('articles')
    .set({
      scheduled_at: publish_at,
      scheduled_version_id: version_number === undefined ? null : await findVersion(tx, id, version_number),
      scheduled_by: ctx.session.user.id,
    })
    .where('id', '=', id)
    .execute()
  await addJob(tx, 'publish-scheduled', { article_id: id }, { key: jobKey(id), run_at: publish_at })
  await audit(tx, ctx, 'article.schedule', `article:${id}`, { publish_at, version_number })
}

/** Ends the schedule of a locked article. @returns whether it had one */
async function unschedule(
  tx: Tx,
  { id, scheduled_at }: Pick<Selectable<Database['articles']>, 'id' | 'scheduled_at'>,
): Promise<boolean> {
  if (scheduled_at === null) return false
  await tx
    .updateTable('articles')
    .set({ scheduled_at: null, scheduled_version_id: null, scheduled_by: null })
    .where('id', '=', id)
    .execute()
  await removeJob(tx, jobKey(id))
  return true
}

/** One article has one schedule, so it has one job. */
const jobKey = (articleId: number) => `publish-article:${articleId}`

/** By the database’s clock, like the job and every other server. */
async function isAhead(tx: Tx, publishAt: string): Promise<boolean> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select ${publishAt}::timestamptz > now() as is_ahead`.execute(tx)
  return rows[0]?.is_ahead === true
}

/** @throws VALIDATION_FAILED when there is no such version */
async function findVersion(tx: Tx, articleId: number, versionNumber: number): Promise<number> {
  const version = await tx
    .selectFrom('article_versions')
    .where('article_id', '=', articleId)
    .where('version_number', '=', versionNumber)
    .select('id')
    .executeTakeFirstOrThrow(() => invalid('version_number', 'This article has no such version'))
  return version.id
}
