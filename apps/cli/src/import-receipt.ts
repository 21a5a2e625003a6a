import {
  describeAddress,
  describeAddresses,
  describeLoss,
  describeOldAddresses,
  IMPORT_ADDRESS_KINDS,
  type ImportItemState,
  LOSS_KINDS,
  type OldAddressLead,
  readableAddress,
} from '@nightdesk/contracts'
import type { Db, ImportSummary } from '@nightdesk/db'
import type { RunContext } from '@nightdesk/import'
import type { Env } from './env.ts'

/** What becomes of an item. */
export type ItemRow = Awaited<ReturnType<typeof readReceipt>>[number]

/** Lines for people: what comes along with every item, where old addresses lead, what changes, and a sum. */
export const describeItems = (items: readonly ItemRow[], addresses: readonly OldAddressLead[]): string =>
  [...items.map(describeItem), ...describeLeads(addresses), ...sumUpLosses(items), sumUp(items)].join('\n')

const OUTCOMES: Record<ImportItemState, string> = {
  planned: 'to come in',
  done: 'imported',
  known: 'here already',
  failed: 'not imported',
  undone: 'deleted again',
  left: 'edited since',
}

function describeItem({ title, summary, notes, failure, state }: ItemRow): string {
  const first = `${OUTCOMES[state].padEnd(WIDTH)}  ${title.replace(/\p{Cc}/gu, ' ')}`
  const kept = failure === null ? `Kept: ${keptOf(summary)}.` : undefined
  const rest = [kept, describeOldAddresses(summary.addresses), ...notes, failure ?? undefined]
    .filter((line) => line !== undefined)
    .map((line) => `${' '.repeat(WIDTH)}  ${line.replace(/\p{Cc}/gu, ' ')}`)
  return [first, ...rest].join('\n')
}

const WIDTH = Math.max(...Object.values(OUTCOMES).map(({ length }) => length))

const keptOf = ({ path, state, published_at, words, pictures, tags, authors }: ImportSummary): string =>
  [
    ...(path === undefined ? [] : [`page at ${path}`]),
    state,
    ...(published_at ? [published_at.slice(0, 10)] : []),
    count(words, 'word'),
    ...(pictures > 0 ? [count(pictures, 'picture')] : []),
    ...(tags.length > 0 ? [`tagged ${tags.join(', ')}`] : []),
    ...(authors.length > 0 ? [`by ${authors.join(', ')}`] : []),
  ].join(', ')

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`

/** What is changed or left out of all items, the worst first. */
const sumUpLosses = (items: readonly ItemRow[]): string[] =>
  LOSS_KINDS.flatMap((kind) => {
    const counts = items.flatMap(({ summary }) =>
      (summary.losses ?? []).flatMap((loss) => (loss.kind === kind ? [loss.count] : [])),
    )
    const sum = counts.reduce((all, own) => all + own, 0)
    return sum > 0
      ? [`${describeLoss({ kind, count: sum, names: [] })} In ${count(counts.length, 'item')}.`]
      : []
  })

function sumUp(items: readonly ItemRow[]): string {
  const counts = Object.entries(OUTCOMES).flatMap(([state, words]) => {
    const number = items.filter((item) => item.state === state).length
    return number > 0 ? [`${number.toLocaleString('en-US')} ${words}`] : []
  })
  const pages = items.filter(({ summary }) => summary.path !== undefined).length
  const among = pages > 0 ? ` (${count(pages, 'page')})` : ''
  return `${count(items.length, 'item')}${among}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`
}

/** Addresses of each kind that are printed. JSON has all. */
const SHOWN = 50

/** Where the addresses of the old site lead, those with a problem first. */
const describeLeads = (addresses: readonly OldAddressLead[]): string[] =>
  IMPORT_ADDRESS_KINDS.flatMap((kind) => {
    const own = addresses.filter((address) => address.kind === kind)
    if (own.length === 0) return []
    const problems = own.filter(({ problem }) => problem !== null)
    const lines = [...problems, ...own.filter(({ problem }) => problem === null)]
      .slice(0, SHOWN)
      .map((address) =>
        `  ${readableAddress(address.path)} → ${describeAddress(address)}`.replace(/\p{Cc}/gu, ' '),
      )
    const rest = own.length - lines.length
    return [
      `${describeAddresses(kind, own.length, problems.length)}:`,
      ...lines,
      ...(rest > 0 ? [`  and ${rest.toLocaleString('en-US')} more, which --json lists`] : []),
    ]
  })

/** Where the addresses of the old site lead since an import. */
export const readAddresses = (db: Db, importId: number): Promise<OldAddressLead[]> =>
  db
    .selectFrom('import_addresses')
    .where('import_id', '=', importId)
    .select(['path', 'kind', 'leads_to', 'name', 'problem'])
    .orderBy('path')
    .execute()

/** What became of each item of an import. */
export const readReceipt = (db: Db, importId: number) =>
  db
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .select(['key', 'title', 'summary', 'notes', 'failure', 'state', 'article_id'])
    .orderBy('position')
    .execute()

/** What a command needs that changes public pages. */
export const changesPages = (
  db: Db,
  env: Pick<Env, 'CDN_PURGE_URL'>,
): Pick<RunContext, 'db' | 'transaction' | 'has_cdn'> => ({
  db,
  has_cdn: env.CDN_PURGE_URL !== undefined,
  transaction: (work) => db.transaction().execute(work),
})
