import { AppError, type Endpoint, type Input, isQuery, notFound, refusal } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'

const MAX_PATH = 200

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

/** The input of a REST call. The path wins over query or body. A body that is no object is left to zod to refuse. */
export function inputOf(endpoint: Endpoint, { query, body, params }: FastifyRequest): unknown {
  const carrier = isQuery(endpoint) ? query : body
  if (carrier !== undefined && carrier !== null && (typeof carrier !== 'object' || Array.isArray(carrier)))
    return carrier
  return { ...carrier, ...(params as object) } // Fastify's router makes an object
}
