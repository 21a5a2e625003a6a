import { createHash } from 'node:crypto'
import { openClient } from '../../../packages/backup/src/database.ts'
import { copyRows, LEFT_OUT_OF_UPGRADES, listTables } from '../../../packages/backup/src/tables.ts'

/** A hash of the schema and of all rows that an upgrade must bring along. */
export async function contentOf(url: string): Promise<string> {
  await using client = await openClient(url)
  const hash = createHash('sha256')
  const { rows } = await client.query('select max(name) as level from kysely_migration')
  hash.update(JSON.stringify(rows))
  for (const table of await listTables(client, LEFT_OUT_OF_UPGRADES)) {
    const copy = copyRows(client, table)
    for await (const _ of copy.chunks);
    hash.update(JSON.stringify([table.name, table.columns, copy.result()]))
  }
  return hash.digest('hex')
}
