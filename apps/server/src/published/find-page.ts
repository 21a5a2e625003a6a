import { numberedPage, publicPath, requestedPage } from '@nightdesk/contracts'
import { type Db, LISTS } from '@nightdesk/db'
import type { PageStore } from '../page-store/page-store.ts'

/**
 * Makes the function that finds the published page that a request asks for. All addresses of pages are in memory, so that an address
 * without a page costs no query.
 */
export function createFindPage(db: Db, pages: Pick<PageStore, 'value'>) {
  const known = pages.value([LISTS], () => readPaths(db))

  return async (address: string) => {
    const [requested = ''] = address.split('?', 1)
    const number = numberedPage(requested)
    const path = requestedPage(requested)
    const { ids, paths } = await known()
    const own = number?.kind === 'post' ? paths.get(number.id) : undefined
    const found = own ?? path ?? ''
    const id = ids.get(found)
    if (id === undefined) return undefined
    const isExact = own === undefined && decodeURIComponent(requested) === found
    return {
      id,
      /** In its stored form. */
      path: found,
      /** Where a request is redirected that asked for it in another form: in capitals, with a slash at its end, or by its number. */
      location: isExact ? null : publicPath({ id, path: found }),
    }
  }
}

async function readPaths(db: Db) {
  const rows = await db
    .selectFrom('articles')
    .where('path', 'is not', null)
    .where('state', '=', 'published')
    .select(['id', 'path'])
    .execute()
  const paths = new Map(rows.flatMap(({ id, path }) => (path === null ? [] : [[id, path] as const])))
  return { paths, ids: new Map([...paths].map(([id, path]) => [path, id])) }
}
