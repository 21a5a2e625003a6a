import { findDueLinks } from '@nightdesk/articles'
import type { links as contract } from '@nightdesk/contracts'
import { addJob, type Db } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../../audit-log/write-line.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { SignedInContext } from '../../context.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { readArticle, requireVisible } from '../read.ts'
import { findWorkingCopy } from '../working-copies/working-copies.ts'
import { countDeadLinks } from './dead.ts'
import { describeLinks } from './describe-links.ts'
import { describePictures } from './describe-pictures.ts'

/** One queue for all checks that people request, so that they do not delay other jobs. */
const QUEUE = 'check-links'

/** The text that a call is about. `user_id` is there for the unsaved work of that person. */
interface LinkedText {
  article_id: number
  user_id?: number
}

export const links: Handlers<typeof contract> = {
  async get(ctx, { id, text }) {
    const { db, session } = ctx
    const saved = await readArticle(db, session.user, id)
    const unsaved = text && (await findWorkingCopy(db, session.user.id, { article_id: id }))
    const article = unsaved ? { ...saved, content: unsaved.content, poster_url: unsaved.poster_url } : saved
    const [links, pictures, is_checking] = await Promise.all([
      describeLinks(ctx, article),
      describePictures(ctx, article),
      isChecking(db, linkedText(ctx, id, text)),
    ])
    return { links, pictures, is_checking }
  },

  check: (ctx, { id, text }) =>
    commitAnswer(ctx, async (tx) => {
      await requireVisible(tx, ctx.session.user, id)
      const linked = linkedText(ctx, id, text)
      const { length: due } = await findDueLinks(tx, linked)
      if (due > 0) {
        await addJob(tx, 'check-links', linked, { key: keyOf(linked), queue: QUEUE })
        await audit(tx, ctx, 'links.check', `article:${id}`)
      }
      return { due }
    }),

  countDead: ({ db, session }) => countDeadLinks(db, session.user),
}

const linkedText = ({ session }: SignedInContext, article_id: number, text?: 'unsaved'): LinkedText =>
  text ? { article_id, user_id: session.user.id } : { article_id }

const keyOf = ({ article_id, user_id }: LinkedText) =>
  ['check-links', article_id, user_id].filter((part) => part !== undefined).join(' ')

async function isChecking(db: Db, linked: LinkedText): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${keyOf(linked)} and attempts < max_attempts`.execute(db)
  return rows.length > 0
}
