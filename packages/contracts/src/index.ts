import type { RouterOf } from './endpoint.ts'
import { keys, profile, users } from './endpoints/accounts.ts'
import { analytics } from './endpoints/analytics.ts'
import { articles, bulk, schedules } from './endpoints/articles.ts'
import { audit, backups, system, workers } from './endpoints/operations.ts'
import { people } from './endpoints/people.ts'
import { imageCopies, pictures } from './endpoints/pictures.ts'
import { readerApi } from './endpoints/published.ts'
import { redirects } from './endpoints/redirects.ts'
import { corrections, links, notes, previews, proofs } from './endpoints/review.ts'
import { auth, secondFactors } from './endpoints/sign-in.ts'
import { siteApi } from './endpoints/site.ts'
import { exports, imports } from './endpoints/transfer.ts'
import { newArticles, versions, workingCopies } from './endpoints/versions.ts'

export * from './blocks/content.ts'
export * from './blocks/limits.ts'
export * from './blocks/model.ts'
export * from './blocks/original-pages.ts'
export * from './endpoint.ts'
export * from './endpoints/accounts.ts'
export * from './endpoints/analytics.ts'
export * from './endpoints/articles.ts'
export * from './endpoints/operations.ts'
export * from './endpoints/people.ts'
export * from './endpoints/pictures.ts'
export * from './endpoints/published.ts'
export * from './endpoints/redirects.ts'
export * from './endpoints/review.ts'
export * from './endpoints/sign-in.ts'
export * from './endpoints/site.ts'
export * from './endpoints/transfer.ts'
export * from './endpoints/versions.ts'
export * from './errors.ts'
export {
  FACTOR_METHODS,
  type FactorMethod,
  FIRST_YEAR,
  id,
  LAST_YEAR,
  namedInstant,
  type PendingSignIn,
  pendingSignIn,
} from './fields.ts'
export * from './jobs.ts'
export * from './rules/accent.ts'
export * from './rules/articles.ts'
export * from './rules/choices.ts'
export * from './rules/files.ts'
export * from './rules/losses.ts'
export * from './rules/old-address.ts'
export * from './rules/page-path.ts'
export * from './rules/paths.ts'
export * from './rules/people.ts'
export * from './rules/site.ts'
export * from './rules/text.ts'
export * from './rules/work.ts'

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
  keys,
  site: siteApi,
  system,
  backups,
  exports,
  audit,
}

/** The type of the tRPC router, for clients. */
export type ApiRouter = RouterOf<typeof contract>
