import { articlePath, authorPath, type Block, type ElementNode, oldAddress } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { personIn } from '../person-address.ts'
import { mapNodes } from './fit-item.ts'

/** Leads links to items and people of the same import, and to addresses that are redirected to a story, to the new addresses. */
export async function rewriteLinks(tx: Tx, importId: number, content: Block[]): Promise<Block[]> {
  const paths = new Set<string>()
  mapNodes(content, (element) => {
    const path = ownLink(element)
    if (path !== undefined) paths.add(path)
    return element
  })
  if (paths.size === 0) return content
  const targets = await findTargets(tx, importId, [...paths])
  return mapNodes(content, (element) => {
    const target = targets.get(ownLink(element) ?? '')
    return target === undefined ? element : { ...element, url: target + fragmentOf(element) }
  })
}

/** The canonical path of a link to a page of the old site: readers of sources make paths of such links. */
const ownLink = ({ type, url }: ElementNode): string | undefined =>
  type === 'link' && typeof url === 'string' && /^\/(?!\/)/.test(url) ? oldAddress(url) : undefined

const fragmentOf = ({ url }: ElementNode) => (typeof url === 'string' && /#.*$/s.exec(url)?.[0]) || ''

/** The new addresses, also of articles that are not written yet. */
async function findTargets(tx: Tx, importId: number, paths: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ path: string; number: number }>`
    select path, article_id as number from redirects where path = any(${paths}) and article_id is not null
    union all
    select path, number from import_items, unnest(addresses) path
    where import_id = ${importId} and addresses && ${paths}::text[] and path = any(${paths}) and state <> 'failed'`.execute(
    tx,
  )
  const articles = rows.map(({ path, number }) => [path, articlePath(number)] as const)
  return new Map([...articles, ...(await findPeople(tx, importId, paths))])
}

/** The pages of people of another Nightdesk. */
async function findPeople(tx: Tx, importId: number, paths: readonly string[]) {
  const keys = new Map(paths.map((path) => [personIn(path), path]))
  keys.delete(undefined)
  if (keys.size === 0) return []
  const rows = await tx
    .selectFrom('import_people')
    .where('import_id', '=', importId)
    .where('key', 'in', [...keys.keys()].map(String))
    .select(['key', 'person_id'])
    .execute()
  return rows.map(({ key, person_id }) => [keys.get(key) ?? '', authorPath(person_id)] as const)
}
