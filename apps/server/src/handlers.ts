import { type Contract, contract, notFound } from '@nightdesk/contracts'
import { keys } from './accounts/keys.ts'
import { secondFactors } from './accounts/second-factors.ts'
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
import { authorize, parseAnswer, parseInput } from './calls/call.ts'
import { endpointsOf } from './calls/endpoints.ts'
import type { Context, HandlersOf } from './context.ts'
import { exports } from './exports/exports.ts'
import { imageCopies } from './files/media.ts'
import { pictures } from './files/pictures.ts'
import { imports } from './imports/imports.ts'
import { backups, system, workers } from './operations/operations.ts'
import { people } from './people/people.ts'
import { proofs } from './proofs.ts'
import { readerApi } from './published/published.ts'
import { redirects } from './redirects/redirects.ts'
import { site } from './site/site.ts'

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
  keys,
  site,
  system,
  backups,
  exports,
  audit: auditLog,
}

/** The ways to call the endpoints of a contract, which every adapter uses. They throw {@link AppError} or a bug. */
export function createCalls<C extends Contract>(contract: C, handlers: HandlersOf<C>) {
  const rows = new Map(
    endpointsOf(contract).map(({ path, feature, name, endpoint }) => [
      path,
      { endpoint, run: handlers[feature]![name]! }, // HandlersOf has a function for every endpoint
    ]),
  )

  /**
   * Runs a call for a caller who is authorized: parses the input, runs the handler in its queue, and parses the answer, unless
   * the handler did so before its commit.
   */
  async function answer(path: string, ctx: Context, input: unknown): Promise<unknown> {
    const row = rows.get(path)
    if (!row) throw notFound('Endpoint')
    const { endpoint, run } = row
    const parsed = parseInput(endpoint, input)
    let checked: { answer: unknown; parsed: unknown } | undefined
    const checkAnswer = <T>(given: T): T => {
      checked = { answer: given, parsed: endpoint.output.parse(given) }
      return given
    }
    return ctx.costly_reads(path).run(async () => {
      const given = await run({ ...ctx, checkAnswer } as never, parsed as never)
      return checked && checked.answer === given ? checked.parsed : parseAnswer(endpoint, given, ctx.log)
    })
  }

  /** The same for any caller. */
  async function call(path: string, ctx: Context, input: unknown): Promise<unknown> {
    const row = rows.get(path)
    if (row) await authorize(ctx, row.endpoint)
    return answer(path, ctx, input)
  }

  return { answer, call }
}

export const { answer, call } = createCalls(contract, handlers)
