import { Readable } from 'node:stream'
import { newKey } from '@nightdesk/storage'
import { db, dependencies } from '../testing.ts'

/** An export with its file. @returns its id */
export async function addExport(bytes = 'the bytes of a zip file'): Promise<number> {
  const key = newKey('zip')
  await dependencies.export_files.write(key, Readable.from([bytes]))
  const counts = { stories: 2, unpublished_changes: 1, pictures: 3, missing_pictures: 0 }
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const { id } = await db
    .insertInto('exports')
    .values({ state: 'done', key, bytes: bytes.length, expires_at, ...counts })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
