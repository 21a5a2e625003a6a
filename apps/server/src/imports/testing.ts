import type { ImportItemState, ImportState } from '@nightdesk/contracts'
import type { ImportSummary } from '@nightdesk/db'
import type { CurrentUser } from '../context.ts'
import { as, db, dependencies } from '../testing.ts'

interface ImportValues {
  state?: ImportState
  upload?: string | null
}

/** The row of an import, by default one that can be started; no file is uploaded. @returns its id */
export async function createImport({ state = 'ready', upload = 'a.import' }: ImportValues = {}) {
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

type Act = () => Promise<unknown>

/** Prepares one call of every endpoint that changes an import. */
export function callsOfImports(admin: CurrentUser): Record<string, () => Promise<Act>> {
  const { imports } = as(admin)
  const of = (state: ImportState, act: (id: number) => Promise<unknown>) => async () => {
    const id = await createImport({ state })
    return () => act(id)
  }
  return {
    'imports.read': of('ready', (id) => imports.read({ id, site: 'https://lamp.example' })),
    'imports.start': of('ready', (id) => imports.start({ id })),
    'imports.undo': of('done', (id) => imports.undo({ id })),
    'imports.remove': of('failed', (id) => imports.remove({ id })),
  }
}
