import { analytics } from './analytics.ts'
import { articles } from './articles.ts'
import { auth } from './auth.ts'
import type { RouterOf } from './endpoint.ts'
import { profile } from './profile.ts'
import { published } from './published.ts'
import { system } from './system.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'
import { workers } from './workers.ts'
import { workingCopies } from './working-copies.ts'

export * from './analytics.ts'
export * from './articles.ts'
export * from './auth.ts'
export * from './block-rules.ts'
export * from './block-types.ts'
export * from './blocks.ts'
export * from './content-limits.ts'
export * from './content-size.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export { id } from './fields.ts'
export * from './image-rules.ts'
export * from './jobs.ts'
export * from './media.ts'
export * from './nodes.ts'
export * from './one-time-links.ts'
export * from './profile.ts'
export * from './published.ts'
export * from './system.ts'
export * from './text-rules.ts'
export * from './url.ts'
export * from './users.ts'
export * from './versions.ts'
export * from './workers.ts'
export * from './working-copies.ts'

/** The whole API. tRPC, REST, OpenAPI, client types and access checks are derived from it. */
export const contract = {
  articles,
  workingCopies,
  versions,
  published,
  analytics,
  workers,
  users,
  auth,
  profile,
  system,
}

/** The type of the tRPC router, for clients. */
export type ApiRouter = RouterOf<typeof contract>
