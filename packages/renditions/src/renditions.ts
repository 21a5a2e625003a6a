import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Database, Db, Tx } from '@nightdesk/db'
import { ignoreNotFound, newKey, type Store } from '@nightdesk/storage'

interface Wanted {
  article_id: number
  /** A hash of everything the file shows. A stored file with another hash is out of date. */
  fingerprint: string
  make: () => Promise<MadeFile>
}

interface MadeFile {
  bytes: Buffer
  /** Whether a later attempt makes a better file, so that nobody may store this one. */
  isTemporary?: boolean
}

/** A file to send: a new one in memory, a stored one as a stream. */
export interface RenditionFile {
  body: Buffer | Readable
  bytes: number
  isTemporary?: boolean
}

/** Is told when a file cannot be stored. */
export interface RenditionLog {
  warn(facts: object, message: string): void
}

export const fingerprintOf = (...shown: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27)

/** Where files of one kind are stored. */
interface RenditionStore {
  db: Db
  storage: Store
  kind: Database['renditions']['kind']
  extension: string
}

/**
 * Makes the function that gets files of one kind, made of published articles: the stored one, or a new one, which concurrent requests
 * make once. There is one per article, so that requests cannot fill the storage.
 */
export function createRenditions(store: RenditionStore) {
  const making = new Map<string, Promise<MadeFile>>()
  return async (wanted: Wanted, log: RenditionLog): Promise<RenditionFile> => {
    const stored = await find(store, wanted)
    if (stored) return stored
    const key = `${wanted.article_id} ${wanted.fingerprint}`
    const running = making.get(key) ?? makeAndCache(store, wanted, log).finally(() => making.delete(key))
    making.set(key, running)
    const { bytes: body, isTemporary = false } = await running
    return { body, bytes: body.length, isTemporary }
  }
}

async function find(
  { db, storage, kind }: RenditionStore,
  { article_id, fingerprint }: Wanted,
): Promise<RenditionFile | undefined> {
  const row = await db
    .selectFrom('renditions')
    .innerJoin('stored_objects', 'key', 'filename')
    .where('article_id', '=', article_id)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .select(['filename', 'bytes'])
    .executeTakeFirst()
  const body = row && (await storage.get(row.filename).catch(ignoreNotFound))
  return body && { body, bytes: row.bytes }
}

async function makeAndCache(store: RenditionStore, wanted: Wanted, log: RenditionLog): Promise<MadeFile> {
  const made = await wanted.make()
  if (made.isTemporary) {
    log.warn(
      { kind: store.kind, id: wanted.article_id },
      'A file of an article lacks pictures, and is not kept',
    )
    return made
  }
  // The caller gets the file even if storing it fails.
  await storeFile(store, wanted, made.bytes).catch((err) =>
    log.warn({ err, kind: store.kind }, 'A file of an article cannot be kept'),
  )
  return made
}

/** The object before the row: a row never names a missing object. Reconciliation deletes orphans. */
async function storeFile(store: RenditionStore, wanted: Wanted, bytes: Buffer): Promise<void> {
  const { db, storage, extension } = store
  const filename = newKey(extension)
  await storage.put(filename, bytes)
  const superseded = await db.transaction().execute(async (tx) => {
    await tx.insertInto('stored_objects').values({ key: filename, bytes: bytes.length }).execute()
    const keys = await replaceRow(tx, store, wanted, filename)
    if (keys.length > 0) await tx.deleteFrom('stored_objects').where('key', 'in', keys).execute()
    return keys
  })
  for (const key of superseded) await storage.delete(key)
}

/** @returns the files that are no longer needed */
async function replaceRow(
  tx: Tx,
  { kind }: RenditionStore,
  { article_id, fingerprint }: Wanted,
  filename: string,
) {
  const old = await tx
    .deleteFrom('renditions')
    .where('article_id', '=', article_id)
    .where('kind', '=', kind)
    .returning('filename')
    .execute()
  const inserted = await tx
    .insertInto('renditions')
    .values({ filename, article_id, kind, fingerprint })
    .onConflict((conflict) => conflict.columns(['article_id', 'kind']).doNothing())
    .returning('filename')
    .executeTakeFirst()
  // Another server stored its file first, which stays.
  return [...old.map((row) => row.filename), ...(inserted ? [] : [filename])]
}
