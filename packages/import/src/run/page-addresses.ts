import { pagePathProblem, requestedPage, suggestedPath } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { ImportedItem } from '../model.ts'
import type { Finding } from './fit-item.ts'

/** The address that a page gets here, and a remark if it is not the one that it had. */
interface PageAddress {
  path: string
  findings: Finding[]
}

type Page = Pick<ImportedItem, 'key' | 'title' | 'addresses' | 'page'>

/**
 * Makes the function that gives each page of a source its own address, or a free one beside it. Taken are those of the pages of this
 * site, and of pages that are about to come in.
 * @param identity of the source: a page that an earlier import has brought in does not take its address from itself
 */
export function createPageAddresses(db: DbOrTx, identity: string) {
  let taken: Map<string, string | null> | undefined
  return async ({ key, ...page }: Page): Promise<PageAddress> => {
    taken ??= await readTaken(db, identity)
    const known = taken
    const chosen = choose(page, (path) => known.has(path) && known.get(path) !== key)
    known.set(chosen.path, key)
    return chosen
  }
}

/** The addresses of pages, with the keys of those of this source. */
async function readTaken(db: DbOrTx, identity: string): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ path: string; source: string | null; key: string | null }>`
    select articles.path, source, key from articles
    left join import_items item on item.article_id = articles.id and item.state in ('done', 'left')
    where articles.path is not null and articles.state <> 'deleted'
    union all
    select summary ->> 'path', source, key
    from import_items where state = 'planned' and summary ? 'path'`.execute(db)
  return new Map(rows.map(({ path, source, key }) => [path, source === identity ? key : null]))
}

/** The planned address of a page, unless another page has taken it since. Until the transaction ends, nobody else takes it. */
export async function claimAddress(tx: DbOrTx, page: Page, planned: string): Promise<PageAddress> {
  const paths = await tx
    .selectFrom('articles')
    .where('path', 'is not', null)
    .where('state', '<>', 'deleted')
    .select('path')
    .execute()
  const taken = new Set(paths.map(({ path }) => path))
  return taken.has(planned) ? choose(page, (path) => taken.has(path)) : { path: planned, findings: [] }
}

function choose(
  { title, addresses, page }: Omit<Page, 'key'>,
  isTaken: (path: string) => boolean,
): PageAddress {
  const old = page?.path ?? addresses.find((address) => !address.includes('?'))
  const wanted = old === undefined ? undefined : requestedPage(old.replace(/\/{2,}/g, '/'))
  const isFree = (path: string) => pagePathProblem(path) === undefined && !isTaken(path)
  if (wanted !== undefined && isFree(wanted)) return { path: wanted, findings: [] }
  const path = besides(wanted, title).find(isFree) ?? `/page-${crypto.randomUUID()}`
  if (wanted === undefined) return { path, findings: [] }
  const reason = isTaken(wanted) ? 'belongs to another page' : 'cannot be that of a page'
  return {
    path,
    findings: [
      { kind: 'page-address', count: 1, note: `Its address here is ${path}, as ${wanted} ${reason}.` },
    ],
  }
}

/** Addresses to try in place of another: `/search-2`, `/search-3`, and those that the title suggests. */
function besides(wanted: string | undefined, title: string): string[] {
  const suggested = suggestedPath(title) || '/page'
  const numbered = (path: string) =>
    Array.from({ length: 98 }, (_, index) => path.replace(/(\.\w+)?$/, (ending) => `-${index + 2}${ending}`))
  return [
    ...(wanted === undefined || wanted === '/' ? [] : numbered(wanted)),
    suggested,
    ...numbered(suggested),
  ]
}
