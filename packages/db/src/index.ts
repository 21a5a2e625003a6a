export { countClosedVisitors } from './analytics/periods.ts'
export { analyticsOverview, articleAnalytics, facetAnalytics } from './analytics/reports.ts'
export { currentVisitors, dashboardStats, summarise, summaryFor } from './analytics/summary.ts'
export * from './audit.ts'
export * from './client.ts'
export * from './installation.ts'
export * from './jobs.ts'
export * from './listen.ts'
export { sameLevel } from './migrations/earlier-series.ts'
export * from './migrations/migrate.ts'
export {
  type LockedTable,
  lockedTables,
  pendingMigrations,
  withUpgradeLock,
} from './migrations/pending.ts'
export { mayChangeAuditLog, missingLimits } from './migrations/runtime-role.ts'
export * from './pages.ts'
export * from './people.ts'
export {
  addRedirects,
  changeRedirect,
  decideRedirects,
  lockRedirects,
  missingPages,
  type NewRedirect,
  type NewTarget,
  type RedirectDecision,
} from './redirects.ts'
export type * from './schema.ts'
export * from './site.ts'
export { addImage, DELETION_LOCK, lockDeletion, readImages, storedObjects } from './stored-objects.ts'
export * from './users/one-time-tokens.ts'
export * from './users/passwords.ts'
export * from './users/users.ts'
export * from './views/months.ts'
export * from './views/past-views.ts'
export * from './views/rebuild.ts'
export { forgetVisitor, readVisitor } from './views/visitor.ts'
