import { analytics } from './analytics.ts'
import { articles } from './articles.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import type { RouterOf } from './endpoint.ts'
import { imageCopies } from './image-copies.ts'
import { previews } from './previews.ts'
import { profile } from './profile.ts'
import { published } from './published.ts'
import { schedules } from './schedules.ts'
import { system } from './system.ts'
import { users } from './users.ts'
import { versions } from './versions.ts'
import { workers } from './workers.ts'
import { newArticles, workingCopies } from './working-copies.ts'

export * from './account-rules.ts'
export * from './analytics.ts'
export * from './articles.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './block-rules.ts'
export * from './block-types.ts'
export * from './blocks.ts'
export * from './content-limits.ts'
export * from './content-size.ts'
export * from './copy-rules.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export { id } from './fields.ts'
export * from './image-copies.ts'
export * from './image-rules.ts'
export * from './jobs.ts'
export * from './media.ts'
export * from './nodes.ts'
export * from './one-time-links.ts'
export * from './previews.ts'
export * from './profile.ts'
export * from './public-paths.ts'
export * from './published.ts'
export * from './refusal.ts'
export * from './schedules.ts'
export * from './search.ts'
export * from './system.ts'
export * from './tag-rules.ts'
export * from './tags.ts'
export * from './text-rules.ts'
export * from './url.ts'
export * from './users.ts'
export * from './versions.ts'
export * from './workers.ts'
export * from './working-copies.ts'
export * from './xml-text.ts'

/** The whole API. tRPC, REST, OpenAPI, client types and access checks are derived from it. */
export const contract = {
  articles,
  workingCopies,
  newArticles,
  versions,
  schedules,
  previews,
  imageCopies,
  published,
  analytics,
  workers,
  users,
  auth,
  profile,
  system,
  audit,
}

/** The type of the tRPC router, for clients. */
export type ApiRouter = RouterOf<typeof contract>
