import { type Db, verifyAudit } from '@nightdesk/db'
import { checkVersions } from './check-versions.ts'
import { recountViews } from './recount-views.ts'

export interface Findings {
  stories: number
  versions: number
  views: number
  /** What is wrong, as sentences. */
  problems: string[]
}

/** Recomputes what a site has recorded of its own rows: hashes of versions, figures, the chain of the audit log. */
export async function recheck(db: Db): Promise<Findings> {
  const { stories, count, problems } = await checkVersions(db)
  const figures = await recountViews(db)
  const audit = await verifyAudit(db)
  return {
    stories,
    versions: count,
    views: figures.views,
    problems: [
      ...problems,
      ...figures.problems,
      ...(audit.problem ? [`The audit log is not as it was written. ${audit.problem}`] : []),
    ],
  }
}
