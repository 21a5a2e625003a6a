import { basename } from 'node:path'
import { type Db, writeAudit } from '@nightdesk/db'
import { createImageProcessor } from '@nightdesk/images'
import { listItems, type RunContext, runImport, type Source } from '@nightdesk/import'
import { openStore } from '@nightdesk/storage'
import type { Env } from '../env.ts'
import { changesPages } from './changes-pages.ts'
import { readReceipt } from './read-receipt.ts'

export interface ImportOptions {
  file: string
  source: Source
  imports_as: 'draft' | 'original'
  fetches_pictures: boolean
  wayback: boolean
}

interface Options extends ImportOptions, Pick<RunContext, 'onProgress'> {}

/** Imports a file, or goes on with an import of the same source that was interrupted. */
export async function importFile(db: Db, env: Env, { onProgress, ...options }: Options) {
  const id = (await findInterrupted(db, options)) ?? (await begin(db, options))
  const images = createImageProcessor()
  try {
    const storage = await openStore(env)
    const ctx = { ...changesPages(db, env), storage, images }
    await listItems(ctx, id, options.source)
    await runImport({ ...ctx, ...(onProgress && { onProgress }) }, id, options.source)
  } finally {
    images.close()
  }
  return { id, items: await readReceipt(db, id) }
}

/** With the choices of this time. */
async function findInterrupted(
  db: Db,
  { source, imports_as, fetches_pictures, wayback }: ImportOptions,
): Promise<number | undefined> {
  const found = await db
    .updateTable('imports')
    .set({ imports_as, fetches_pictures, wayback })
    .where('source', '=', source.identity)
    .where('upload', 'is', null)
    .where('state', 'in', ['reading', 'ready', 'running'])
    .returning('id')
    .executeTakeFirst()
  return found?.id
}

const begin = (
  db: Db,
  { file, source, imports_as, fetches_pictures, wayback }: ImportOptions,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .select('id')
      .orderBy('id')
      .executeTakeFirst()
    if (!owner)
      throw new Error(
        'There is no account for what is imported. Run `nightdesk user create` with --role admin.',
      )
    const { id } = await tx
      .insertInto('imports')
      .values({
        file: basename(file),
        source: source.identity,
        imports_as,
        fetches_pictures,
        wayback,
        made_by: owner.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const stranger = { actor_id: null, ip_prefix: null, request_id: null }
    const detail = { by: 'operator', file: basename(file) }
    await writeAudit(tx, { ...stranger, action: 'import.run', target: `import:${id}`, detail })
    return id
  })
