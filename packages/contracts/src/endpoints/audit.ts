import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../fields.ts'
import { MAX_EXPORTED_LINES } from '../rules/checks.ts'
import { username } from './users.ts'

/** One line of the audit log: an action or a refusal. */
export const auditLine = z
  .object({
    id,
    at: instant,
    /** Null without a signed-in user: a stranger, a worker, or the operator at the command line. */
    actor_id: id.nullable(),
    /** The current name of that account. */
    actor: z.string().nullable(),
    /** Such as `user.create`. */
    action: z.string(),
    /** Such as `user:7`. */
    target: z.string(),
    /** Null when it did not come over the network. */
    ip_prefix: z.string().nullable(),
    request_id: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof auditLine>

/** Such as `login` or `article.update`. */
const ACTION = /^[a-z]+(\.[a-z]+)*$/

const filter = z.object({
  action: z.string().max(100).regex(ACTION, 'There is no such action').optional(),
  actor_id: id.optional(),
  /** An e-mail address: failed attempts to sign in as this account. */
  account: username.optional(),
})
export type AuditFilter = z.infer<typeof filter>

export const audit = {
  list: endpoint('GET /admin/audit', {
    access: 'admin',
    summary: 'The audit log, newest first; `before` takes the `id` of the last line of the page before',
    input: filter.extend({
      before: id.optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    output: z.object({
      lines: z.array(auditLine),
      has_more: z.boolean(),
      /** Every action in the log. */
      actions: z.array(z.string()),
    }),
  }),
  export: endpoint('POST /admin/audit/export', {
    access: 'admin',
    summary: `The newest lines, ${MAX_EXPORTED_LINES} at most, to be kept elsewhere; leaves a line itself`,
    input: filter,
    output: z.object({ lines: z.array(auditLine), has_more: z.boolean() }),
  }),
}
