import { type Export, notFound } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'

/** Whether the file of an export is there. */
export const hasFile = sql<boolean>`(exports.state = 'done' and exports.expires_at > now())`

export async function listExports(db: DbOrTx): Promise<Export[]> {
  const rows = await select(db).orderBy('exports.id', 'desc').execute()
  return rows.map(toExport)
}

/** @throws AppError when there is none */
export async function readExport(db: DbOrTx, id: number): Promise<Export> {
  const row = await select(db).where('exports.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Export')
  return toExport(row)
}

const select = (db: DbOrTx) =>
  db
    .selectFrom('exports')
    .leftJoin('users', 'users.id', 'made_by')
    .select([
      'exports.id',
      'state',
      'failure',
      'versions',
      'analytics',
      'ebooks',
      'done',
      'total',
      'bytes',
      'stories',
      'pictures',
    ])
    .select(['unpublished_changes', 'missing_pictures', 'exports.expires_at', 'exports.created_at'])
    .select(['full_name as made_by_name', hasFile.as('has_file')])

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function toExport({ id, state, failure, done, total, has_file, ...row }: Row): Export {
  const { bytes, stories, unpublished_changes, pictures, missing_pictures, ...rest } = row
  return {
    ...rest,
    id,
    failure,
    state: state === 'done' && !has_file ? 'expired' : state,
    progress: state === 'running' ? { done, total } : null,
    contents:
      bytes === null
        ? null
        : {
            bytes,
            stories: stories ?? 0,
            unpublished_changes: unpublished_changes ?? 0,
            pictures: pictures ?? 0,
            missing_pictures: missing_pictures ?? 0,
          },
  }
}
