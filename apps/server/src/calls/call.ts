import {
  type Access,
  AppError,
  type Endpoint,
  type Input,
  isQuery,
  notFound,
  refusal,
} from '@nightdesk/contracts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { touchSession } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'

const MAX_PATH = 200
const DECIMAL = /^-?\d+$/

/** The parameters of a route’s path: `/admin/articles/:id` → `['id']`. */
export const pathParameters = (route: string) => [...route.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/**
 * The one zod parse of every adapter. An invalid id in a path is 404, like a missing row; a text of too many bytes is 413;
 * any other problem is 422 with the fields, without their values.
 */
export function parseInput<E extends Endpoint>({ route, input }: E, raw: unknown): Input<E> {
  const result = input.safeParse(raw ?? {}, { error: refusal })
  if (result.success) return result.data as Input<E> // TypeScript does not resolve the schema of a generic endpoint
  const inPath = pathParameters(route)
  if (result.error.issues.some(({ path }) => inPath.includes(String(path[0]))))
    throw notFound(subjectOf(route))
  const fields = result.error.issues.map(({ path, message }) => ({
    path: path.join('.').slice(0, MAX_PATH),
    message,
  }))
  const isTooLarge = result.error.issues.some((issue) => issue.code === 'custom' && issue.params?.isTooLarge)
  throw new AppError(
    isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_FAILED',
    fields[0]?.message ?? 'Invalid input',
    { fields },
  )
}

/** `/admin/articles/:id` is about an Article. */
function subjectOf(route: string) {
  const noun = /\/(\w+?)s?\/:/.exec(route)?.[1] ?? 'page'
  return noun[0]!.toUpperCase() + noun.slice(1)
}

/**
 * The input of a REST call. The path wins over query or body. The texts of `numbers` become numbers if they are decimal; what
 * else is wrong, also a body that is no object, is left to zod to refuse.
 */
export function inputOf(
  endpoint: Endpoint,
  { query, body, params }: FastifyRequest,
  numbers: readonly string[] = [],
): unknown {
  const carrier = isQuery(endpoint) ? query : body
  if (carrier !== undefined && carrier !== null && (typeof carrier !== 'object' || Array.isArray(carrier)))
    return carrier
  const input: Record<string, unknown> = { ...carrier, ...(params as object) } // Fastify's router makes an object
  for (const name of numbers) if (DECIMAL.test(String(input[name]))) input[name] = Number(input[name])
  return input
}

type Path = readonly PropertyKey[]

/**
 * The one parse of every answer. A list is answered without the rows that the contract refuses, which are logged: one bad
 * row must not hide all others. Rows are left out as a whole. A single record is refused as a whole: somebody could edit
 * and save an article without noticing a missing tag.
 * @throws when anything else breaks the contract; the caller gets a 500 with the request id
 */
export function parseAnswer(endpoint: Endpoint, answer: unknown, log: FastifyBaseLogger): unknown {
  const result = endpoint.output.safeParse(answer)
  if (result.success) return result.data
  const rows =
    isQuery(endpoint) && !endpoint.isOneRecord
      ? rowsAt(result.error.issues.map(({ path }) => path))
      : undefined
  if (!rows) throw result.error
  log.error({ err: result.error, route: endpoint.route, rows }, 'Left bad rows out of an answer')
  return endpoint.output.parse(withoutRows(answer, rows, ''))
}

/** The list items with problems, such as `hits.3`; undefined when a problem is outside of a list. */
function rowsAt(paths: readonly Path[]): string[] | undefined {
  const rows = paths.map((path) => {
    const index = path.findIndex((key) => typeof key === 'number')
    return index === -1 ? undefined : path.slice(0, index + 1).join('.')
  })
  return rows.every((row) => row !== undefined) ? [...new Set(rows)] : undefined
}

function withoutRows(value: unknown, rows: readonly string[], at: string): unknown {
  const below = (key: PropertyKey) => (at === '' ? String(key) : `${at}.${String(key)}`)
  if (Array.isArray(value)) return value.filter((_, index) => !rows.includes(below(index)))
  if (typeof value !== 'object' || value === null || !rows.some((row) => row.startsWith(at))) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutRows(part, rows, below(key))]),
  )
}

const rank: Record<Access, number> = { public: 0, author: 1, editor: 2, admin: 3 }

/**
 * Authorizes a caller, and records that the session is in use.
 * @throws what {@link accessProblem} finds
 */
export async function authorize(ctx: Context, endpoint: Endpoint): Promise<void> {
  const problem = accessProblem(ctx, endpoint)
  if (problem) throw problem
  // A script polls nothing in the background.
  if (ctx.session && (ctx.session.key || !endpoint.background)) await touchSession(ctx, ctx.session)
}

/** Whether an API key may call, where the role of its owner may. */
export const isForKeys = ({ needsPerson, needsConfirmation }: Endpoint) => !needsPerson && !needsConfirmation

/**
 * Why a caller may not call: UNAUTHORIZED without a session, FORBIDDEN when the role or the key does not allow it, ENROLMENT_REQUIRED without a
 * second factor, CONFIRMATION_REQUIRED when the caller may only hold a session, and not be the owner of the account; undefined
 * when they may.
 */
export function accessProblem({ session }: Pick<Context, 'session'>, endpoint: Endpoint) {
  const { access, isForEnrolment, needsConfirmation } = endpoint
  if (session?.key && !isForKeys(endpoint))
    return new AppError('FORBIDDEN', 'A key does not allow this. Sign in to do it.')
  if (session?.key?.scope === 'read' && !isQuery(endpoint))
    return new AppError('FORBIDDEN', 'This key only reads. Make one that reads and writes.')
  if (access === 'public') return undefined
  if (!session) return new AppError('UNAUTHORIZED', 'Sign in to continue')
  if (rank[session.user.role] < rank[access])
    return new AppError('FORBIDDEN', 'Your role does not allow this')
  if (session.must_enrol && !isForEnrolment)
    return new AppError('ENROLMENT_REQUIRED', 'Your role needs a second factor. Set it up to go on.')
  if (needsConfirmation && !session.is_confirmed)
    return new AppError('CONFIRMATION_REQUIRED', 'Confirm with your password or a passkey that it is you.')
}
