import { basename } from 'node:path'
import type { OldAddressLead } from '@nightdesk/contracts'
import { connect, type Db, writeAudit } from '@nightdesk/db'
import { createImageProcessor } from '@nightdesk/images'
import {
  decideAddresses,
  listItems,
  openSource,
  type RunContext,
  readItems,
  runImport,
  type Source,
} from '@nightdesk/import'
import { answerReading } from '@nightdesk/import/reading-process'
import { openStore } from '@nightdesk/storage'
import { readEnv } from './env.ts'
import { changesPages, type ItemRow, readAddresses, readReceipt } from './import-receipt.ts'

/** What is imported, and how. */
interface Choices {
  file: string
  imports_as: 'draft' | 'original'
  fetches_pictures: boolean
  wayback: boolean
  /** The address of the old site. */
  site: string | null
}

export interface Request extends Choices {
  /** Of the database. */
  url: string
  isDry: boolean
}

export interface Reply {
  /** Undefined if nothing was written. */
  id?: number
  items: ItemRow[]
  /** Where the addresses of the old site lead. */
  addresses: OldAddressLead[]
}

// The settings are those of the command, as the environment is.
answerReading<Request, Reply>(async ({ url, isDry, ...choices }, guard, onProgress) => {
  const env = readEnv()
  await using resources = new AsyncDisposableStack()
  const { db } = resources.use(connect(url))
  const opened = await openSource(choices.file, { site: URL.parse(choices.site ?? '') })
  resources.defer(opened.close)
  const source = guard(opened)
  const images = createImageProcessor()
  resources.defer(async () => images.close())
  if (isDry) return await dryRun({ db, images, ...choices }, source)
  const ctx = { ...changesPages(db, env), storage: await openStore(env), images, onProgress }
  return await importFile(ctx, choices, source)
})

/** Imports a file, or goes on with an import of the same source that was interrupted. */
async function importFile(ctx: RunContext, choices: Choices, source: Source): Promise<Reply> {
  const { db } = ctx
  const id = (await findInterrupted(db, choices, source)) ?? (await begin(db, choices, source))
  await listItems(ctx, id, source)
  await runImport(ctx, id, source)
  return { id, items: await readReceipt(db, id), addresses: await readAddresses(db, id) }
}

/** With the choices of this time. A source that is no site is the same for all files of its kind. */
async function findInterrupted(db: Db, { file, ...choices }: Choices, { identity }: Source) {
  const found = await db
    .updateTable('imports')
    .set(choices)
    .where('source', '=', identity)
    .where(({ eb, or }) => or([eb('source', 'like', '%:%'), eb('file', '=', basename(file))]))
    .where('upload', 'is', null)
    .where('state', 'in', ['reading', 'ready', 'running'])
    .returning('id')
    .executeTakeFirst()
  return found?.id
}

const begin = (db: Db, { file, ...choices }: Choices, { identity }: Source): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('users')
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow(() => new Error(NO_OWNER))
    const { id } = await tx
      .insertInto('imports')
      .values({ ...choices, file: basename(file), source: identity, made_by: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const detail = { by: 'operator', file: basename(file) }
    await writeAudit(tx, { action: 'import.run', target: `import:${id}`, detail })
    return id
  })

const NO_OWNER = 'There is no account for what is imported. Run `nightdesk user create` with --role admin.'

/** What an import would do, without writing anything. */
async function dryRun(
  ctx: Pick<RunContext, 'db' | 'images'> & Pick<Choices, 'fetches_pictures'>,
  source: Source,
): Promise<Reply> {
  const { db } = ctx
  const known = await readKnown(db, source)
  const rows: ItemRow[] = []
  for await (const { key, old_key, title, summary, notes, failure } of readItems(ctx, source)) {
    const article_id = known.get(key) ?? known.get(`${old_key} ${title}`) ?? null
    const state = failure !== null ? 'failed' : article_id === null ? 'planned' : 'known'
    const own = state === 'known' ? { summary: { ...summary, losses: [] }, notes: [] } : { summary, notes }
    rows.push({ key, title, ...own, failure, state, article_id })
  }
  const addressed = rows.map((row, index) => ({
    ...row,
    number: row.state === 'planned' ? -1 - index : row.article_id,
  }))
  const addresses = await decideAddresses(db, source, addressed)
  return { items: rows, addresses: addresses.map(({ redirect: _, ...address }) => address) }
}

/** The articles of this source that the site has already, by key, and by key and title. */
async function readKnown(db: Db, { identity }: Source): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_items')
    .where('source', '=', identity)
    .where('state', 'in', ['done', 'left'])
    .select(['key', 'title', 'article_id'])
    .execute()
  return new Map(
    rows.flatMap(({ key, title, article_id }) =>
      article_id === null
        ? []
        : [
            [key, article_id],
            [`${key} ${title}`, article_id],
          ],
    ),
  )
}
