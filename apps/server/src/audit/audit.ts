import { createHmac } from 'node:crypto'
import { type AuditFilter, type audit as contract, MAX_EXPORTED_LINES } from '@nightdesk/contracts'
import { auditActions, type DbOrTx, readAudit, writeAudit } from '@nightdesk/db'
import { change } from '../change.ts'
import type { Context, Dependencies, Handlers, Session, SignedInContext } from '../context.ts'

/** Writes one line of the audit log, in the transaction of the change it records. */
export async function audit(
  db: DbOrTx,
  ctx: Context,
  action: string,
  target: string,
  detail: Record<string, unknown> = {},
  actorId = ctx.session?.user.id ?? null,
): Promise<void> {
  const { ip_prefix, request_id, session } = ctx
  const all = { ...detail, ...keyDetail(session) }
  await writeAudit(db, { actor_id: actorId, action, target, ip_prefix, request_id, detail: all })
}

/** Which key of the account made the call, if a script did. */
export const keyDetail = (session: Session | null) =>
  session?.key ? { key: session.key.name, key_id: session.key.id } : {}

export const auditLog: Handlers<typeof contract> = {
  async list(ctx, { limit, before, ...filter }) {
    const [page, actions] = await Promise.all([
      read(ctx, ctx.db, filter, limit, before),
      auditActions(ctx.db),
    ])
    return { ...page, actions }
  },

  export: (ctx, filter) =>
    change(ctx, async (tx) => {
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

/**
 * The keyed hash that the audit log stores for an account somebody tried to sign in as, whether it exists or not. A search
 * for an address finds its attempts, but the log reveals no addresses, nor passwords that were typed in their place.
 */
export const triedAccount = (
  { tried_account_key }: Pick<Dependencies, 'tried_account_key'>,
  username: string,
) => createHmac('sha256', tried_account_key).update(username.toLowerCase()).digest('base64url')
