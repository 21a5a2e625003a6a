import type { links as contract } from '@nightdesk/contracts'
import { addJob, type Db } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../../audit-log/write-line.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { readArticle, requireVisible } from '../read.ts'
import { describeLinks } from './describe-links.ts'
import { describePictures } from './describe-pictures.ts'

/** One queue for all checks that people request, so that they do not delay other jobs. */
const QUEUE = 'check-links'
const keyOf = (id: number) => `check-links ${id}`

export const links: Handlers<typeof contract> = {
  async get(ctx, { id }) {
    const article = await readArticle(ctx.db, ctx.session.user, id)
    const [links, pictures, is_checking] = await Promise.all([
      describeLinks(ctx, article),
      describePictures(ctx, article),
      isChecking(ctx.db, id),
    ])
    return { links, pictures, is_checking }
  },

  check: (ctx, { id }) =>
    commitAnswer(ctx, async (tx) => {
      await requireVisible(tx, ctx.session.user, id)
      await addJob(tx, 'check-links', { article_id: id }, { key: keyOf(id), queue: QUEUE })
      await audit(tx, ctx, 'links.check', `article:${id}`)
    }),
}

async function isChecking(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${keyOf(id)} and attempts < max_attempts`.execute(db)
  return rows.length > 0
}
