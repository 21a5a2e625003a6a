import { createArchive } from '../archive/write-archive.ts'
import { openClient } from '../client.ts'
import { FORMAT } from '../manifest.ts'
import { PRODUCT } from '../product.ts'
import { findUse } from '../restore/use.ts'
import { readFacts, writeTables } from '../snapshot.ts'
import { LEFT_OUT_OF_MOVES, listTables } from '../tables.ts'
import type { Progress } from '../write-backup.ts'
import { QUEUE_FILE, readQueue } from './queue.ts'

/**
 * Writes the rows of a database into an archive like that of a backup. Unlike a backup it has sessions, secrets, the list of
 * backups and waiting jobs, and no files: those stay where they are.
 * @returns whether there are any tables
 */
export async function writeDump(
  url: string,
  path: string,
  onProgress: (progress: Progress) => void,
): Promise<boolean> {
  await using client = await openClient(url)
  if ((await findUse(client)).level === null) return false
  await using archive = await createArchive(path)
  await client.query('begin isolation level repeatable read read only')
  const facts = await readFacts(client)
  const all = await listTables(client, LEFT_OUT_OF_MOVES)
  const tables = await writeTables(client, archive, onProgress, all)
  await archive.add(QUEUE_FILE, [Buffer.from(JSON.stringify(await readQueue(client)))])
  await client.query('commit')
  await archive.finish({
    format: FORMAT,
    product: PRODUCT,
    ...facts,
    tables,
    broken_objects: [],
    secrets: {},
  })
  return true
}
