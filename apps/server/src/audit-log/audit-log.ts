import { type AuditFilter, type audit as contract, MAX_EXPORTED_LINES } from '@nightdesk/contracts'
import { auditActions, type DbOrTx, readAudit } from '@nightdesk/db'
import type { Handlers } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { triedAccount } from './tried-account.ts'
import { audit } from './write-line.ts'

const PAGE = 50

export const auditLog: Handlers<typeof contract> = {
  async list(ctx, { limit = PAGE, before, ...filter }) {
    const [page, actions] = await Promise.all([
      read(ctx, ctx.db, filter, limit, before),
      auditActions(ctx.db),
    ])
    return { ...page, actions }
  },

  export: (ctx, filter) =>
    commitAnswer(ctx, async (tx) => {
      const page = await read(ctx, tx, filter, MAX_EXPORTED_LINES)
      await audit(tx, ctx, 'audit.export', 'audit', { lines: page.lines.length })
      return page
    }),
}

async function read(
  ctx: SignedInContext,
  db: DbOrTx,
  { account, ...filter }: AuditFilter,
  limit: number,
  before?: number,
) {
  const tried = account && triedAccount(ctx, account)
  const lines = await readAudit(db, { ...filter, tried, before, limit: limit + 1 })
  return { lines: lines.slice(0, limit), has_more: lines.length > limit }
}
