import type { RouterOf } from './endpoint.ts'
import { analytics } from './endpoints/analytics.ts'
import { articles } from './endpoints/articles.ts'
import { audit } from './endpoints/audit.ts'
import { auth } from './endpoints/auth.ts'
import { imageCopies } from './endpoints/image-copies.ts'
import { previews } from './endpoints/previews.ts'
import { profile } from './endpoints/profile.ts'
import { published } from './endpoints/published.ts'
import { schedules } from './endpoints/schedules.ts'
import { system } from './endpoints/system.ts'
import { users } from './endpoints/users.ts'
import { versions } from './endpoints/versions.ts'
import { workers } from './endpoints/workers.ts'
import { newArticles, workingCopies } from './endpoints/working-copies.ts'

export * from './blocks/block-rules.ts'
export * from './blocks/block-types.ts'
export * from './blocks/blocks.ts'
export * from './blocks/content-limits.ts'
export * from './blocks/content-size.ts'
export * from './blocks/nodes.ts'
export * from './endpoint.ts'
export * from './endpoints/analytics.ts'
export * from './endpoints/articles.ts'
export * from './endpoints/audit.ts'
export * from './endpoints/auth.ts'
export * from './endpoints/image-copies.ts'
export * from './endpoints/jobs.ts'
export * from './endpoints/media.ts'
export * from './endpoints/previews.ts'
export * from './endpoints/profile.ts'
export * from './endpoints/published.ts'
export * from './endpoints/schedules.ts'
export * from './endpoints/search.ts'
export * from './endpoints/system.ts'
export * from './endpoints/tags.ts'
export * from './endpoints/users.ts'
export * from './endpoints/versions.ts'
export * from './endpoints/workers.ts'
export * from './endpoints/working-copies.ts'
export * from './errors.ts'
export { id } from './fields.ts'
export * from './refusal.ts'
export * from './rules/account-rules.ts'
export * from './rules/image-rules.ts'
export * from './rules/one-time-links.ts'
export * from './rules/public-paths.ts'
export * from './rules/tag-rules.ts'
export * from './rules/text-rules.ts'
export * from './rules/url.ts'
export * from './rules/working-copy-revision.ts'
export * from './rules/xml-text.ts'

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
