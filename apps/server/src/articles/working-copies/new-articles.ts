import {
  type Block,
  conflict,
  type newArticles as contract,
  MAX_NEW_ARTICLES,
  notFound,
  type WorkingCopy,
} from '@nightdesk/contracts'
import { ownCredits, type Tx } from '@nightdesk/db'
import type { Handlers } from '../../calls/handlers.ts'
import type { SignedInContext } from '../../context.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { NO_POSTER } from '../poster.ts'
import { findMade, readArticle } from '../read.ts'
import { type AllowedRevisions, findWorkingCopy, removeWorkingCopy, requireRevision } from './find.ts'
import { type Saved, spliceBlocks, type Writing, writeWorkingCopy } from './write.ts'

/** The empty text that a new article begins with. */
const NOTHING: Omit<Saved, 'credits'> = { title: '', excerpt: '', ...NO_POSTER, content: [], tags: [] }

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
    const id = await findMade(db, user.id, key)
    return id === undefined ? null : readArticle(db, user, id)
  },

  put: (ctx, { revision, content, ...writing }) =>
    commitAnswer(ctx, (tx) => change(tx, ctx, { revisions: revision, ...writing }, () => content)),

  patch: (ctx, { head, tail, insert, ...writing }) =>
    commitAnswer(ctx, async (tx) => {
      const splice = (blocks: Block[]) => spliceBlocks(blocks, { head, tail, insert })
      const { revision, updated_at } = await change(tx, ctx, writing, splice)
      return { revision, updated_at }
    }),

  delete: ({ db, session: { user } }, { key, revision }) =>
    db.transaction().execute(async (tx) => {
      await lockAccount(tx, user.id)
      const copy = await findWorkingCopy(tx, user.id, { key })
      if (copy) requireRevision(copy, revision)
      await removeWorkingCopy(tx, user.id, { key })
    }),
}

/** @param write gets the existing blocks */
async function change(
  tx: Tx,
  { session: { user } }: SignedInContext,
  {
    key,
    revisions,
    ...changes
  }: Omit<Writing, 'content' | 'base_version'> & { key: string; revisions: AllowedRevisions },
  write: (blocks: Block[]) => Block[],
): Promise<WorkingCopy> {
  await lockAccount(tx, user.id)
  const before = await findWorkingCopy(tx, user.id, { key })
  requireRevision(before, revisions)
  if (!before) await requireRoom(tx, user.id)
  const writing = { ...changes, content: write(before?.content ?? []), base_version: 0 }
  const saved = { ...NOTHING, credits: await ownCredits(tx, user.id) }
  return writeWorkingCopy(tx, user.id, { key }, { before, saved, owner_id: user.id, writing })
}

/** Locks the account: there is no article to lock yet. */
const lockAccount = (tx: Tx, userId: number) =>
  tx.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()

/** @throws CONFLICT when the account has too many articles that were never saved */
async function requireRoom(tx: Tx, userId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('working_copies')
    .where('user_id', '=', userId)
    .where('key', 'is not', null)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < MAX_NEW_ARTICLES) return
  throw conflict(`${MAX_NEW_ARTICLES} articles are not saved yet. Save or discard one of them first.`)
}
