import { type DbOrTx, writeAudit } from '@nightdesk/db'
import type { Context } from '../context.ts'

/** Writes one line of the audit log, in the transaction of the change it records. */
export async function audit(
  db: DbOrTx,
  ctx: Context,
  action: string,
  target: string,
  detail: Record<string, unknown> = {},
  actorId = ctx.session?.user.id ?? null,
): Promise<void> {
  const { ip_prefix, request_id } = ctx
  await writeAudit(db, { actor_id: actorId, action, target, ip_prefix, request_id, detail })
}
