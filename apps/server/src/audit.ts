import type { DbOrTx } from '@nightdesk/db'
import type { Context } from './context.ts'

/** Writes one line of the audit log, in the transaction of the change it records. */
export async function audit(
  db: DbOrTx,
  ctx: Context,
  action: string,
  target: string,
  detail: Record<string, unknown> = {},
  actorId = ctx.session?.user.id ?? null,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      actor_id: actorId,
      action,
      target,
      ip_prefix: ctx.ip_prefix,
      request_id: ctx.request_id,
      detail: JSON.stringify(detail),
    })
    .execute()
}
