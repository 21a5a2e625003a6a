import type {
  AuditChainTable,
  AuditCheckpointsTable,
  AuditLogTable,
  FamiliarDevicesTable,
  FamiliarNetworksTable,
  OneTimeTokensTable,
  PasskeysTable,
  RateLimitsTable,
  RecoveryCodesTable,
  SecondFactorRolesTable,
  SecretsTable,
  SessionsTable,
  SpentAttemptsTable,
  TotpSecretsTable,
  UsersTable,
} from './schema/accounts.ts'
import type { MissingAddressesTable, RedirectsTable } from './schema/addresses.ts'
import type {
  AgedViewDaysTable,
  AgedVisitorsTable,
  AnalyticsSummariesTable,
  ArchivedViewFilesTable,
  ArticleVisitorsTable,
  ClosedWindowsTable,
  DroppedViewMonthsTable,
  SiteDaysTable,
  SiteFacetsTable,
  UncountedViewsTable,
  ViewDaysTable,
  ViewFacetsTable,
  ViewHoursTable,
  ViewRebuildsTable,
  ViewsTable,
  ViewTotalsTable,
  VisitorDaysTable,
  VisitorsTable,
} from './schema/analytics.ts'
import type {
  ArticleLinksTable,
  ArticlesTable,
  ArticleVersionsTable,
  CorrectionsTable,
  ImagesTable,
  ImageUsesTable,
  ImageVariantsTable,
  InstallationTable,
  LinkChecksTable,
  PassagesTable,
  PreviewsTable,
  ProofNotesTable,
  QuarantinedObjectsTable,
  RenditionsTable,
  StoredObjectsTable,
  VersionLabelsTable,
  WorkingCopiesTable,
} from './schema/content.ts'
import type { ExportsTable } from './schema/exports.ts'
import type {
  ImportItemsTable,
  ImportPeopleTable,
  ImportPicturesTable,
  ImportsTable,
} from './schema/imports.ts'
import type { CreditsTable, MergedPeopleTable, PeopleTable } from './schema/people.ts'
import type {
  ArticleTagsTable,
  SearchDocumentsTable,
  SearchWordsTable,
  TagsTable,
} from './schema/tags-and-search.ts'
import type {
  BackupsTable,
  ImageCopiesTable,
  JobRunsTable,
  MigratedFunctionsTable,
  MigratedLevelsTable,
  PolicyReportsTable,
  WorkersTable,
} from './schema/work.ts'

export type * from './schema/accounts.ts'
export type * from './schema/addresses.ts'
export type * from './schema/analytics.ts'
export type * from './schema/content.ts'
export type * from './schema/exports.ts'
export type * from './schema/imports.ts'
export type * from './schema/people.ts'
export type * from './schema/tags-and-search.ts'
export type * from './schema/work.ts'

/** Written by hand; `schema.test.ts` compares it with the migrated database. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  rate_limits: RateLimitsTable
  familiar_networks: FamiliarNetworksTable
  familiar_devices: FamiliarDevicesTable
  passkeys: PasskeysTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  spent_attempts: SpentAttemptsTable
  second_factor_roles: SecondFactorRolesTable
  secrets: SecretsTable
  audit_log: AuditLogTable
  audit_chain: AuditChainTable
  audit_checkpoints: AuditCheckpointsTable
  images: ImagesTable
  image_variants: ImageVariantsTable
  image_uses: ImageUsesTable
  stored_objects: StoredObjectsTable
  quarantined_objects: QuarantinedObjectsTable
  installation: InstallationTable
  image_copies: ImageCopiesTable
  articles: ArticlesTable
  article_links: ArticleLinksTable
  link_checks: LinkChecksTable
  article_versions: ArticleVersionsTable
  version_labels: VersionLabelsTable
  passages: PassagesTable
  previews: PreviewsTable
  corrections: CorrectionsTable
  proof_notes: ProofNotesTable
  renditions: RenditionsTable
  working_copies: WorkingCopiesTable
  people: PeopleTable
  merged_people: MergedPeopleTable
  credits: CreditsTable
  tags: TagsTable
  article_tags: ArticleTagsTable
  search_documents: SearchDocumentsTable
  search_words: SearchWordsTable
  redirects: RedirectsTable
  missing_addresses: MissingAddressesTable
  imports: ImportsTable
  import_items: ImportItemsTable
  import_people: ImportPeopleTable
  import_pictures: ImportPicturesTable
  exports: ExportsTable
  views: ViewsTable
  dropped_view_months: DroppedViewMonthsTable
  archived_view_files: ArchivedViewFilesTable
  view_days: ViewDaysTable
  view_hours: ViewHoursTable
  view_facets: ViewFacetsTable
  site_facets: SiteFacetsTable
  view_totals: ViewTotalsTable
  visitors: VisitorsTable
  visitor_days: VisitorDaysTable
  article_visitors: ArticleVisitorsTable
  aged_view_days: AgedViewDaysTable
  aged_visitors: AgedVisitorsTable
  site_days: SiteDaysTable
  closed_windows: ClosedWindowsTable
  view_rebuilds: ViewRebuildsTable
  uncounted_views: UncountedViewsTable
  analytics_summaries: AnalyticsSummariesTable
  workers: WorkersTable
  job_runs: JobRunsTable
  policy_reports: PolicyReportsTable
  backups: BackupsTable
  migrated_functions: MigratedFunctionsTable
  migrated_levels: MigratedLevelsTable
}
