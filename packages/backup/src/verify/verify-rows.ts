import { TEXT_COLUMNS } from '@nightdesk/articles'
import { compareViews, countRows, type Db, inSnapshot, recountableDays, verifyAudit } from '@nightdesk/db'
import { versionHash } from '@nightdesk/editor/version-hash'

export interface Findings {
  stories: number
  versions: number
  views: number
  /** What is wrong, as sentences. */
  problems: string[]
}

/** Recomputes what a site has recorded of its own rows: hashes of versions, figures, the chain of the audit log. */
export async function verifyRows(db: Db): Promise<Findings> {
  const { stories, versions, problems } = await verifyVersions(db)
  const figures = await recountViews(db)
  const { problem } = await verifyAudit(db)
  const ofAudit = problem ? [`The audit log is not as it was written. ${problem}`] : []
  return { stories, versions, views: figures.views, problems: [...problems, ...figures.problems, ...ofAudit] }
}

/** Versions that are in memory at once. */
const BATCH = 100

/** Recomputes the hash of every version from its text. */
async function verifyVersions(db: Db) {
  const problems: string[] = []
  let versions = 0
  for (let batch = await readBatch(db, 0); batch.length > 0; batch = await readBatch(db, batch.at(-1)!.id)) {
    for (const { id, article_id, content_hash, ...version } of batch) {
      if (!versionHash(version).equals(content_hash))
        problems.push(`Version ${id} of the story ${article_id} does not have the text that was saved.`)
    }
    versions += batch.length
  }
  return { stories: await countRows(db.selectFrom('stories')), versions, problems }
}

const readBatch = (db: Db, after: number) =>
  db
    .selectFrom('article_versions')
    .select(['id', 'article_id', ...TEXT_COLUMNS, 'content_hash'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute()

/** Recounts every figure from the views that it was made of. */
async function recountViews(db: Db) {
  const days = await recountableDays(db)
  if (!days) return { views: 0, problems: [] }
  const views = await countRows(db.selectFrom('views'))
  const differences = await inSnapshot(db, (tx) => compareViews(tx, days))
  const problems = Object.entries(differences).map(
    ([table, { missing, extra }]) =>
      `The figures in ${table} do not equal a recount of the views: ${missing} are missing, ${extra} are too many.`,
  )
  return { views, problems }
}
