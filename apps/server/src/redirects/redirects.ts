import {
  AppError,
  type redirects as contract,
  invalid,
  notFound,
  redirectTarget,
  redirectTargetProblem,
} from '@nightdesk/contracts'
import { addRedirects, changeRedirect, lockRedirects, REDIRECTS, type Tx } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { listMissing } from './list-missing.ts'
import { exportRedirects, listRedirects, readRedirect } from './list-redirects.ts'

export const redirects: Handlers<typeof contract> = {
  list: ({ db }, search) => listRedirects(db, search),
  export: ({ db }) => exportRedirects(db),
  missing: ({ db }, search) => listMissing(db, search),

  create: (ctx, input) =>
    withInvalidation(ctx, async (tx, invalidate) => {
      await lockRedirects(tx)
      const { path } = input
      const target = localTarget(ctx, input.target)
      await requireFree(tx, path)
      const added = await addRedirects(tx, [{ address: path, target }], ctx.session.user.id)
      if (added.length === 0) throw refusedTarget(target)
      const redirect = await readRedirect(tx, { path })
      await audit(tx, ctx, 'redirect.create', `redirect:${redirect.id}`, { path, target: redirect.target })
      invalidate([REDIRECTS])
      return redirect
    }),

  update: (ctx, { id, ...change }) =>
    withInvalidation(ctx, async (tx, invalidate) => {
      await lockRedirects(tx)
      const before = await readRedirect(tx, { id })
      const path = change.path ?? before.path
      const target = change.target === undefined ? before.target : localTarget(ctx, change.target)
      if (path === before.path && target === before.target) return before
      if (path !== before.path) await requireFree(tx, path)
      if (!(await changeRedirect(tx, id, { path, target }))) throw refusedTarget(target)
      const redirect = await readRedirect(tx, { id })
      await audit(tx, ctx, 'redirect.update', `redirect:${id}`, { path, target: redirect.target })
      invalidate([REDIRECTS])
      return redirect
    }),

  delete: (ctx, { id }) =>
    withInvalidation(ctx, async (tx, invalidate) => {
      const deleted = await tx
        .deleteFrom('redirects')
        .where('id', '=', id)
        .returning('path')
        .executeTakeFirst()
      if (!deleted) throw notFound('Redirect')
      await audit(tx, ctx, 'redirect.delete', `redirect:${id}`, { path: deleted.path })
      invalidate([REDIRECTS])
    }),

  dismiss: (ctx, { path }) =>
    commitAnswer(ctx, async (tx) => {
      await tx.deleteFrom('missing_addresses').where('path', '=', path).execute()
    }),
}

/** The path of a target, which may be a whole address of this site. @throws AppError for an address of another one */
function localTarget({ site }: Pick<Context, 'site'>, target: string): string {
  const address = target.trim()
  const own = address.startsWith(`${site.url}/`) ? address.slice(site.url.length) : address
  const local = redirectTarget(own)
  if (local === undefined) throw invalid('target', redirectTargetProblem(own) ?? '')
  return local
}

/** @throws AppError when the path is redirected already */
async function requireFree(tx: Tx, path: string): Promise<void> {
  const taken = await tx.selectFrom('redirects').where('path', '=', path).select('id').executeTakeFirst()
  if (!taken) return
  const message = 'This address is redirected already. Change that redirect instead.'
  throw new AppError('CONFLICT', message, { fields: [{ path: 'path', message }] })
}

const refusedTarget = (target: string) =>
  invalid(
    'target',
    target.startsWith('/post/') ? 'There is no such story' : 'This leads back to the old address',
  )
