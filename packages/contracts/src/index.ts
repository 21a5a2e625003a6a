import type { RouterOf } from './endpoint.ts'
import { analytics } from './endpoints/analytics.ts'
import { articles } from './endpoints/articles/articles.ts'
import { bulk } from './endpoints/articles/bulk.ts'
import { corrections } from './endpoints/articles/corrections.ts'
import { links } from './endpoints/articles/links.ts'
import { notes } from './endpoints/articles/notes.ts'
import { previews } from './endpoints/articles/previews.ts'
import { proofs } from './endpoints/articles/proofs.ts'
import { schedules } from './endpoints/articles/schedules.ts'
import { versions } from './endpoints/articles/versions.ts'
import { newArticles, workingCopies } from './endpoints/articles/working-copies.ts'
import { audit } from './endpoints/audit.ts'
import { auth } from './endpoints/auth.ts'
import { backups } from './endpoints/backups.ts'
import { exports } from './endpoints/exports.ts'
import { imports } from './endpoints/imports.ts'
import { people } from './endpoints/people.ts'
import { imageCopies } from './endpoints/pictures/media.ts'
import { pictures } from './endpoints/pictures/pictures.ts'
import { profile } from './endpoints/profile.ts'
import { readerApi } from './endpoints/reader-api.ts'
import { redirects } from './endpoints/redirects.ts'
import { secondFactors } from './endpoints/second-factors/second-factors.ts'
import { system } from './endpoints/system.ts'
import { users } from './endpoints/users.ts'
import { workers } from './endpoints/workers.ts'

export * from './blocks/block-rules.ts'
export * from './blocks/block-types.ts'
export * from './blocks/blocks.ts'
export * from './blocks/content-limits.ts'
export * from './blocks/nodes.ts'
export * from './blocks/placement.ts'
export * from './endpoint.ts'
export * from './endpoints/analytics.ts'
export * from './endpoints/articles/articles.ts'
export * from './endpoints/articles/bulk.ts'
export * from './endpoints/articles/corrections.ts'
export * from './endpoints/articles/credits.ts'
export * from './endpoints/articles/links.ts'
export * from './endpoints/articles/notes.ts'
export * from './endpoints/articles/previews.ts'
export * from './endpoints/articles/proofs.ts'
export * from './endpoints/articles/schedules.ts'
export * from './endpoints/articles/tags.ts'
export * from './endpoints/articles/versions.ts'
export * from './endpoints/articles/working-copies.ts'
export * from './endpoints/audit.ts'
export * from './endpoints/auth.ts'
export * from './endpoints/backups.ts'
export * from './endpoints/exports.ts'
export * from './endpoints/imports.ts'
export * from './endpoints/people.ts'
export * from './endpoints/pictures/media.ts'
export * from './endpoints/pictures/pictures.ts'
export * from './endpoints/profile.ts'
export * from './endpoints/reader-api.ts'
export * from './endpoints/redirects.ts'
export * from './endpoints/search.ts'
export * from './endpoints/second-factors/passkey-messages.ts'
export * from './endpoints/second-factors/second-factors.ts'
export * from './endpoints/system.ts'
export * from './endpoints/users.ts'
export * from './endpoints/views.ts'
export * from './endpoints/workers.ts'
export * from './errors.ts'
export { id, namedInstant } from './fields.ts'
export * from './jobs.ts'
export * from './pending-sign-in.ts'
export * from './refusal.ts'
export * from './rules/account-rules.ts'
export * from './rules/addresses/old-address.ts'
export * from './rules/addresses/public-paths.ts'
export * from './rules/addresses/tag-uri.ts'
export * from './rules/addresses/url.ts'
export * from './rules/backup-intervals.ts'
export * from './rules/checks.ts'
export * from './rules/choices.ts'
export * from './rules/csv.ts'
export * from './rules/image-rules.ts'
export * from './rules/import-rules.ts'
export * from './rules/job-rules.ts'
export * from './rules/language.ts'
export * from './rules/last-change.ts'
export * from './rules/note-rules.ts'
export * from './rules/one-time-links.ts'
export * from './rules/people/credit-rules.ts'
export * from './rules/people/people-rules.ts'
export * from './rules/tag-rules.ts'
export * from './rules/text-rules.ts'
export * from './rules/title-rules.ts'
export * from './rules/working-copy-revision.ts'
export * from './rules/xml-text.ts'

/** The whole API. tRPC, REST, OpenAPI, client types and access checks are derived from it. */
export const contract = {
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
  audit,
}

/** The type of the tRPC router, for clients. */
export type ApiRouter = RouterOf<typeof contract>
