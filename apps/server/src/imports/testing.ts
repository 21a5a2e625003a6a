import type { ImportItemState, ImportState } from '@nightdesk/contracts'
import type { ImportSummary } from '@nightdesk/db'
import { db, dependencies } from '../testing.ts'

/** The row of an import, by default one that can be started; no file is uploaded. @returns its id */
export async function createImport({
  state = 'ready',
  upload = 'a.import',
}: {
  state?: ImportState
  upload?: string | null
} = {}) {
  const failure = state === 'failed' ? 'The file is empty.' : null
  const { id } = await db
    .insertInto('imports')
    .values({ file: 'lamp.xml', upload, state, failure })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface ItemValues {
  import_id: number
  key: string
  state?: ImportItemState
  notes?: string[]
  article_id?: number | null
  summary?: Partial<ImportSummary>
}

const nothing: ImportSummary = {
  state: 'published',
  published_at: null,
  words: 5,
  pictures: 1,
  tags: [],
  authors: [],
  poster: null,
}

/** An item after those that the import has. @returns its id */
export async function createItem({
  import_id,
  key,
  state = 'planned',
  notes = [],
  article_id = null,
  summary,
}: ItemValues) {
  const { items } = await db
    .selectFrom('import_items')
    .where('import_id', '=', import_id)
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .executeTakeFirstOrThrow()
  const failure = state === 'failed' ? 'The text is empty.' : null
  const { id } = await db
    .insertInto('import_items')
    .values({
      ...{ import_id, key, state, notes, failure, article_id },
      ...{ source: 'lamp', title: `Story ${key}`, position: items + 1, number: 1_000_000 + items },
      summary: JSON.stringify({ ...nothing, ...summary }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function uploadedFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of dependencies.import_files.list()) keys.push(key)
  return keys
}
