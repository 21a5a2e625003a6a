import type { AccountTables } from './schema/accounts.ts'
import type { AddressTables } from './schema/addresses.ts'
import type { AnalyticsTables } from './schema/analytics.ts'
import type { ContentTables } from './schema/content.ts'
import type { ExportTables } from './schema/exports.ts'
import type { ImportTables } from './schema/imports.ts'
import type { PersonTables } from './schema/people.ts'
import type { SearchTables } from './schema/tags-and-search.ts'
import type { WorkTables } from './schema/work.ts'

export type { ImportedDetails, ImportSummary } from './schema/imports.ts'

/** Written by hand; `schema.test.ts` compares it with the migrated database. */
export interface Database
  extends AccountTables,
    AddressTables,
    AnalyticsTables,
    ContentTables,
    ExportTables,
    ImportTables,
    PersonTables,
    SearchTables,
    WorkTables {}
