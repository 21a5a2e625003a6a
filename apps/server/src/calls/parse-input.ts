import { AppError, type Endpoint, notFound, refusal } from '@nightdesk/contracts'

const MAX_PATH = 200

/** The names in a route’s path: `/admin/articles/:id` → `['id']`. */
export const pathParameters = (route: string) => [...route.matchAll(/:(\w+)/g)].map(([, name]) => name!)

/**
 * The one zod parse of every adapter. A path that names nothing is "not found" (404), as if the row were missing;
 * a text of too many bytes is 413; any other flaw is 422 with the fields, never their values.
 */
export function parseInput({ route, input }: Endpoint, raw: unknown): unknown {
  const result = input.safeParse(raw ?? {}, { error: refusal })
  if (result.success) return result.data
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
