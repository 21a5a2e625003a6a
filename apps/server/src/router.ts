import {
  type ApiErrorShape,
  type Contract,
  contract,
  type Endpoint,
  isQuery,
  type RouterOf,
} from '@nightdesk/contracts'
import { initTRPC, type TRPCError } from '@trpc/server'
import { analytics } from './analytics/analytics.ts'
import { articles } from './articles/articles.ts'
import { bulk } from './articles/bulk/bulk.ts'
import { corrections } from './articles/corrections/corrections.ts'
import { links } from './articles/links/links.ts'
import { notes } from './articles/notes/notes.ts'
import { previews } from './articles/previews/previews.ts'
import { schedules } from './articles/schedules/schedules.ts'
import { versions } from './articles/versions/versions.ts'
import { newArticles, workingCopies } from './articles/working-copies/working-copies.ts'
import { auditLog } from './audit-log/audit-log.ts'
import { auth } from './auth/auth.ts'
import { touchSession } from './auth/sessions.ts'
import { backups } from './backups/backups.ts'
import { requireAccess } from './calls/access.ts'
import type { HandlersOf } from './calls/handlers.ts'
import { parseAnswer } from './calls/parse-answer.ts'
import { parseInput } from './calls/parse-input.ts'
import type { Context } from './context.ts'
import { exports } from './exports/exports.ts'
import { answerTo, toAppError, trpcError } from './http/errors.ts'
import { imports } from './imports/imports.ts'
import { imageCopies } from './media/image-copies.ts'
import { people } from './people/people.ts'
import { pictures } from './pictures/pictures.ts'
import { profile } from './profile/profile.ts'
import { proofs } from './proofs/proofs.ts'
import { readerApi } from './reader-api/reader-api.ts'
import { redirects } from './redirects/redirects.ts'
import { secondFactors } from './second-factors/second-factors.ts'
import { system } from './system/system.ts'
import { users } from './users/users.ts'
import { workers } from './workers/workers.ts'

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error, path, ctx }): ApiErrorShape {
    const { message, data } = trpcError(answerTo(error, ctx?.request_id ?? ''))
    return { ...shape, message, data: { ...data, path } }
  },
})

/** Turns every endpoint of the contract into a procedure: authorize, parse, run, parse. */
export function createRouter<C extends Contract>(contract: C, handlers: HandlersOf<C>) {
  const router = mapValues(contract, (feature, featureName) =>
    mapValues(feature, (endpoint, name) => {
      // HandlersOf has a function for every endpoint of the contract.
      const run = handlers[featureName]![name]!
      const resolve = async ({ ctx, input }: { ctx: Context; input: unknown }) =>
        ctx.costly_reads.run(`${featureName}.${name}`, async () =>
          parseAnswer(endpoint, await run(ctx as never, input as never), ctx.log),
        )
      const procedure = t.procedure.use(authorize(endpoint)).input((raw) => parseInput(endpoint, raw))
      return isQuery(endpoint) ? procedure.query(resolve) : procedure.mutation(resolve)
    }),
  )
  // Built from the contract entry by entry, and RouterOf describes exactly that.
  return t.router(router) as unknown as RouterOf<C, Context>
}

function authorize(endpoint: Endpoint) {
  const { background, output } = endpoint
  const checkAnswer = <T>(answer: T) => {
    output.parse(answer)
    return answer
  }
  return t.middleware(async ({ ctx, next }) => {
    requireAccess(ctx, endpoint)
    if (ctx.session && !background) await touchSession(ctx, ctx.session)
    return next({ ctx: { checkAnswer } })
  })
}

const mapValues = <V, R>(object: Record<string, V>, map: (value: V, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))

/** The handlers of all features, by the names of the contract. */
export const handlers: HandlersOf<typeof contract> = {
  articles,
  bulk,
  workingCopies,
  newArticles,
  versions,
  schedules,
  previews,
  corrections,
  links,
  notes,
  proofs,
  imageCopies,
  pictures,
  people,
  redirects,
  imports,
  published: readerApi,
  analytics,
  workers,
  users,
  auth,
  profile,
  secondFactors,
  system,
  backups,
  exports,
  audit: auditLog,
}

export const router = createRouter(contract, handlers)

const createThrowing = t.createCallerFactory(router)

/**
 * Calls procedures in process, with the same access checks and parsing as over HTTP.
 * @throws AppError for any failure, where tRPC’s own caller throws its own error
 */
export const createCaller = (ctx: Context) => createThrowing(ctx, { onError: throwAppError })

function throwAppError({ error }: { error: TRPCError }): never {
  throw toAppError(error)
}

/** Calls the procedure of a path, such as `articles.publish`. @throws AppError */
export async function callProcedure(path: string, ctx: Context, input: unknown): Promise<unknown> {
  const [feature = '', name = ''] = path.split('.')
  const caller = createCaller(ctx) as Record<string, Record<string, (input: unknown) => Promise<unknown>>> // by path
  return caller[feature]?.[name]?.(input)
}
