import { Readable } from 'node:stream'
import { newKey } from '@nightdesk/storage'
import type { CurrentUser } from '../context.ts'
import { as, db, dependencies } from '../testing.ts'

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

type Act = () => Promise<unknown>

/** Prepares one call of every endpoint that changes exports. */
export function callsOfExports(admin: CurrentUser): Record<string, () => Promise<Act>> {
  const { exports } = as(admin)
  const ofNew = (act: (id: number) => Promise<unknown>) => async () => {
    const id = await addExport()
    return () => act(id)
  }
  return {
    'exports.create': async () => () => exports.create({}),
    'exports.link': ofNew((id) => exports.link({ id })),
    'exports.remove': ofNew((id) => exports.remove({ id })),
  }
}
