import { type Block, conflict, type workingCopies as contract, type WorkingCopy } from '@nightdesk/contracts'
import { readTags, type Tx } from '@nightdesk/db'
import type { Handlers } from '../../calls/handlers.ts'
import type { SignedInContext } from '../../context.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { requireEditable } from '../policy.ts'
import { lockArticle, requireVisible } from '../read.ts'
import { type AllowedRevisions, findWorkingCopy, removeWorkingCopy, requireRevision } from './find.ts'
import { spliceBlocks, type Writing, writeWorkingCopy } from './write.ts'

/** Unsaved work leaves no line in the audit log: nobody else can see it. */
export const workingCopies: Handlers<typeof contract> = {
  async get({ db, session }, { id }) {
    await requireVisible(db, session.user, id)
    return (await findWorkingCopy(db, session.user.id, { article_id: id })) ?? null
  },

  put: (ctx, { revision, content, ...writing }) =>
    commitAnswer(ctx, (tx) => change(tx, ctx, { revisions: revision, ...writing }, () => content)),

  patch: (ctx, { head, tail, insert, ...writing }) =>
    commitAnswer(ctx, async (tx) => {
      const splice = (blocks: Block[]) => spliceBlocks(blocks, { head, tail, insert })
      const { revision, updated_at } = await change(tx, ctx, writing, splice)
      return { revision, updated_at }
    }),

  delete: ({ db, session: { user } }, { id, revision }) =>
    db.transaction().execute(async (tx) => {
      await lockArticle(tx, user, id)
      const copy = await findWorkingCopy(tx, user.id, { article_id: id })
      if (copy) requireRevision(copy, revision)
      await removeWorkingCopy(tx, user.id, { article_id: id })
    }),
}

/** @param write gets the blocks of the copy, or of its base version when there is no copy yet */
async function change(
  tx: Tx,
  { session: { user } }: SignedInContext,
  { id, revisions, ...changes }: Omit<Writing, 'content'> & { id: number; revisions: AllowedRevisions },
  write: (blocks: Block[]) => Block[],
): Promise<WorkingCopy> {
  const { article, current } = await lockArticle(tx, user, id)
  requireEditable(article)
  const before = await findWorkingCopy(tx, user.id, { article_id: id })
  requireRevision(before, revisions)
  const { base_version } = changes
  if (base_version > current.version_number) throw conflict(`There is no version ${base_version} yet.`)
  const writing = { ...changes, content: write(before?.content ?? (await readContent(tx, id, base_version))) }
  const { title, excerpt, poster_image_id, poster_alt, content, credits } = current
  const text = { title, excerpt, poster_image_id, poster_alt, content, credits }
  const saved = { ...text, tags: await readTags(tx, id) }
  const owner_id = article.author_id
  return writeWorkingCopy(tx, user.id, { article_id: id }, { before, saved, owner_id, writing })
}

async function readContent(tx: Tx, articleId: number, versionNumber: number): Promise<Block[]> {
  const version = await tx
    .selectFrom('article_versions')
    .where('article_id', '=', articleId)
    .where('version_number', '=', versionNumber)
    .select('content')
    .executeTakeFirst()
  if (!version) throw conflict(`There is no version ${versionNumber}.`)
  return version.content
}
