import { AppError, describeLoss, oldAddress } from '@nightdesk/contracts'
import type { ImportSummary, Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { numberOf, storable } from '../archive/fields.ts'
import {
  type FailedItem,
  type ImportedItem,
  isFailed,
  type PictureRef,
  type Source,
  SourceError,
} from '../model.ts'
import { entriesOf } from '../read-entry.ts'
import { type RunContext, type RunningImport, transactionsIn } from './context.ts'
import { type Finding, fitItem, withFindings } from './fit-item.ts'
import { advanceSequence } from './own-numbers.ts'
import { createPageAddresses } from './page-addresses.ts'
import { decodePicture, leftOut, POSTER_STAYS, picturesOf } from './pictures.ts'
import { recordAddresses } from './site-redirects.ts'

const BATCH = 100

/**
 * Lists the items of a source in the database, with what would be changed and left out, and reserves the numbers of their articles.
 * Nothing else is written. It can be repeated after it was killed.
 */
export async function listItems(
  { db, ...ctx }: Pick<RunContext, 'db' | 'images' | 'transaction'>,
  importId: number,
  source: Source,
): Promise<void> {
  const { kind, name, identity, lacksSite, receipt = [] } = source
  // The command line lists again what it goes on with.
  const transaction = transactionsIn(ctx, importId, ['reading', 'ready', 'running'])
  // Before the first item, so that no other takes the number of a later one.
  const keepsNumbers = await advanceSequence({ transaction }, source, 'articles')
  const write = (first: number, items: ListedItem[]) => {
    const rows = items.map((item, index) => ({
      ...item,
      position: first + index,
      own_number: keepsNumbers ? numberOf(item.key) : null,
    }))
    return transaction((tx) => insertItems(tx, { importId, identity }, rows))
  }
  await transaction((tx) =>
    tx
      .updateTable('imports')
      .set({ kind, name, source: identity, notes: receipt.map(describeLoss), ...(lacksSite && { site: '' }) })
      .where('id', '=', importId)
      .execute(),
  )
  const known = await db.selectFrom('import_items').where('import_id', '=', importId).select('key').execute()
  const listed = new Set(known.map(({ key }) => key))
  let batch: ListedItem[] = []
  let next = listed.size + 1
  for await (const item of readItems({ db, ...ctx }, source, listed)) {
    batch.push(item)
    if (batch.length < BATCH) continue
    await write(next, batch)
    next += batch.length
    batch = []
  }
  if (batch.length > 0) await write(next, batch)
  await recordAddresses({ db, transaction }, importId, source)
  await transaction((tx) =>
    tx
      .updateTable('imports')
      .set({ state: 'ready' })
      .where('id', '=', importId)
      .where('state', '=', 'reading')
      .execute(),
  )
}

/** Of an item that an earlier import has brought in, nothing is changed or lost. Others get the number of their source if it is free. */
const insertItems = (
  tx: Tx,
  { importId, identity }: { importId: number; identity: string },
  rows: object[],
) =>
  sql`
    insert into import_items (
      import_id, position, source, key, title, summary, notes, failure, addresses, state, number, article_id
    )
    with listed as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}) as listed (
        position integer, key text, old_key text, title text, summary jsonb, notes text[], failure text, addresses text[], own_number bigint
      )
    ), free as (
      select own_number from listed
      where not exists (select from articles where id = own_number)
        and not exists (select from view_totals where article_id = own_number)
        and not exists (select from import_items other where other.number = own_number and other.state = 'planned')
    )
    select ${importId}, listed.position, ${identity}, listed.key, listed.title,
      case when known.id is null then listed.summary else listed.summary - 'losses' end,
      case when known.id is null then listed.notes else '{}' end,
      listed.failure, listed.addresses,
      case when listed.failure is not null then 'failed' when known.id is not null then 'known' else 'planned' end,
      coalesce(known.article_id, free.own_number, nextval(pg_get_serial_sequence('articles', 'id'))), known.article_id
    from listed
    left join free using (own_number)
    left join lateral (
      select id, article_id from import_items done
      where done.source = ${identity} and done.state in ('done', 'left') and done.article_id is not null
        and done.key in (listed.key, listed.old_key)
        and (done.key = listed.key or done.title = listed.title)
      order by done.key = listed.key desc limit 1
    ) known on true
    order by listed.position`.execute(tx)

/** An item as it would be imported. */
export interface ListedItem {
  key: string
  /** The key that earlier imports gave it. */
  old_key: string | null
  title: string
  summary: ImportSummary
  /** What is changed or left out, as sentences. */
  notes: string[]
  /** Why it cannot be imported, as a sentence. */
  failure: string | null
  /** Canonical old addresses, and others by which items link to each other. */
  addresses: string[]
}

type PlanContext = Pick<RunContext, 'db' | 'images'> & Partial<Pick<RunningImport, 'fetches_pictures'>>

/**
 * Reads a source without writing anything, and decodes its pictures.
 *
 * @param except keys of entries that are not read
 * @throws SourceError for one in which nothing is found
 */
export async function* readItems(
  ctx: PlanContext,
  source: Source,
  except: ReadonlySet<string> = new Set(),
): AsyncGenerator<ListedItem> {
  const findingsOf = checkPictures(ctx, source)
  const addressOf = createPageAddresses(ctx.db, source.identity)
  let isEmpty = except.size === 0
  for await (const { key, old_key = null, read } of entriesOf(source)) {
    const item = except.has(key) || except.has(old_key ?? key) ? undefined : await read()
    if (!item) continue
    isEmpty = false
    yield { ...(isFailed(item) ? failedItem(item) : await listItem(item, findingsOf, addressOf)), old_key }
  }
  if (isEmpty && source.contents !== undefined)
    throw new SourceError(`No story was found in the file. ${source.contents}`)
}

/** Makes the function that decodes the pictures of an item, each once for all items, and finds those that cannot be used. */
function checkPictures({ fetches_pictures = true, ...ctx }: PlanContext, source: Source) {
  const problems = new Map<string, string | undefined>()
  return async (item: ImportedItem): Promise<Finding[]> => {
    const notes = new Set<string>()
    for (const picture of picturesOf(item)) {
      if (picture.path === null) continue
      if (!problems.has(picture.url)) {
        const found = await decodePicture(ctx, source, picture)
        problems.set(picture.url, typeof found === 'string' ? found : undefined)
      }
      const problem = problems.get(picture.url)
      if (problem !== undefined) notes.add(problem)
    }
    return [...[...notes].map(leftOut), ...(fetches_pictures ? [] : posterFindings(item))]
  }
}

async function listItem(
  item: ImportedItem,
  findingsOf: (item: ImportedItem) => Promise<Finding[]>,
  addressOf: ReturnType<typeof createPageAddresses>,
): Promise<Omit<ListedItem, 'old_key'>> {
  try {
    const { title, tags, findings } = fitItem(item)
    const address = item.page && (await addressOf(item))
    const all = [...(address?.findings ?? []), ...findings, ...(await findingsOf(item))]
    const { notes, summary } = withFindings({ notes: [], summary: summaryOf(item, tags) }, all)
    const canonical = (written: readonly string[] = []) => [
      ...new Set(written.flatMap((address) => oldAddress(address) ?? [])),
    ]
    const addresses = canonical(item.addresses)
    return {
      key: item.key,
      title,
      summary: { ...summary, addresses, ...(address && { path: address.path }) },
      notes,
      failure: null,
      addresses: [...addresses, ...canonical(item.link_paths)],
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return failedItem({ key: item.key, title: item.title, failure: error.message })
  }
}

const failedItem = ({ key, title, failure }: FailedItem): Omit<ListedItem, 'old_key'> => ({
  key,
  title: storable(title),
  summary: {
    state: 'draft',
    published_at: null,
    words: 0,
    pictures: 0,
    tags: [],
    authors: [],
    poster: null,
    old_pictures: [],
  },
  notes: [],
  failure,
  addresses: [],
})

const summaryOf = (
  { state, published_at, words, pictures, poster, authors }: ImportedItem,
  tags: string[],
) => ({
  state,
  published_at,
  words: words.imported,
  pictures: pictures.length + (poster ? 1 : 0),
  tags,
  authors: authors.map(({ name }) => name),
  poster: poster && isOfTheWeb(poster) ? { url: poster.address, alt: poster.alt } : null,
  old_pictures: picturesOf({ pictures, poster })
    .filter((picture) => isOfTheWeb(picture) && picture.old_path !== null)
    .map(({ url }) => url),
})

/** About a featured image that is on the old site only, where such pictures are not copied. */
export const posterFindings = ({ poster }: Pick<ImportedItem, 'poster'>): Finding[] =>
  poster && isOfTheWeb(poster)
    ? [{ kind: 'picture-not-copied', count: 1, note: `${POSTER_STAYS} ${poster.address}` }]
    : []

/** Whether a picture is on the old site only. */
export const isOfTheWeb = (picture: PictureRef): picture is PictureRef & { address: string } =>
  picture.path === null && picture.address !== null && /^https?:/i.test(picture.address)
