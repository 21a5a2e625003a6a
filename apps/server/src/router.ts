import {
  type ApiErrorShape,
  type Contract,
  contract,
  type Endpoint,
  isQuery,
  type RouterOf,
} from '@nightdesk/contracts'
import { initTRPC, type TRPCError } from '@trpc/server'
import { secondFactors } from './accounts/second-factors.ts'
import { touchSession } from './accounts/sessions.ts'
import { auth } from './accounts/sign-in.ts'
import { profile, users } from './accounts/users.ts'
import { analytics } from './analytics/analytics.ts'
import { articles, bulk } from './articles/articles.ts'
import { corrections } from './articles/corrections.ts'
import { links } from './articles/links.ts'
import { notes } from './articles/notes.ts'
import { previews } from './articles/previews.ts'
import { schedules } from './articles/state.ts'
import { versions } from './articles/versions.ts'
import { newArticles, workingCopies } from './articles/working-copies.ts'
import { auditLog } from './audit/audit.ts'
import { parseAnswer, parseInput, requireAccess } from './calls/call.ts'
import type { Context, HandlersOf } from './context.ts'
import { exports } from './exports/exports.ts'
import { imageCopies } from './files/media.ts'
import { pictures } from './files/pictures.ts'
import { answerTo, toAppError, trpcError } from './http/errors.ts'
import { imports } from './imports/imports.ts'
import { backups, system, workers } from './operations/operations.ts'
import { people } from './people/people.ts'
import { proofs } from './proofs.ts'
import { readerApi } from './published/published.ts'
import { redirects } from './redirects/redirects.ts'

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
        ctx.costly_reads.run(`${featureName}.${name}`, () =>
          answerOnce(endpoint, ctx, (own) => run(own as never, input as never)),
        )
      const procedure = t.procedure.use(authorize(endpoint)).input((raw) => parseInput(endpoint, raw))
      return isQuery(endpoint) ? procedure.query(resolve) : procedure.mutation(resolve)
    }),
  )
  // Built from the contract entry by entry, and RouterOf describes exactly that.
  return t.router(router) as unknown as RouterOf<C, Context>
}

function authorize(endpoint: Endpoint) {
  return t.middleware(async ({ ctx, next }) => {
    requireAccess(ctx, endpoint)
    if (ctx.session && !endpoint.background) await touchSession(ctx, ctx.session)
    return next()
  })
}

/** The parsed answer of a handler. One that the handler checked before its commit is not parsed again. */
async function answerOnce(endpoint: Endpoint, ctx: Context, run: (ctx: Context) => Promise<unknown>) {
  let checked: { answer: unknown; parsed: unknown } | undefined
  const checkAnswer = <T>(answer: T): T => {
    checked = { answer, parsed: endpoint.output.parse(answer) }
    return answer
  }
  const answer = await run({ ...ctx, checkAnswer })
  return checked && checked.answer === answer ? checked.parsed : parseAnswer(endpoint, answer, ctx.log)
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
