import {
  AppError,
  conflict,
  type articles as contract,
  type Input,
  invalid,
  redirectedPath,
  required,
} from '@nightdesk/contracts'
import { addRedirects, type Database, type DbOrTx, lockRedirects, type Tx } from '@nightdesk/db'
import type { Selectable } from 'kysely'
import type { CurrentUser } from '../context.ts'

type PageFields = Pick<Input<(typeof contract)['update']>, 'path' | 'shows_byline'>

type Article = Pick<
  Selectable<Database['articles']>,
  'id' | 'kind' | 'path' | 'state' | 'shows_byline' | 'date_published'
>

/**
 * The columns of a new article that is a page, or is none.
 * @throws FORBIDDEN for an author who wants a page, VALIDATION_FAILED for an address that is missing or taken, or is that of a story
 */
export async function newPage(
  tx: Tx,
  user: CurrentUser,
  {
    kind = 'story',
    path,
    shows_byline = false,
  }: Pick<Input<(typeof contract)['create']>, 'kind'> & PageFields,
) {
  if (kind === 'story') {
    requireNone({ path, shows_byline: shows_byline || undefined })
    return {}
  }
  if (user.role === 'author') throw new AppError('FORBIDDEN', 'Only editors can create pages.')
  if (path === undefined) throw invalid('path', required('Address'))
  await takeAddress(tx, path)
  return { kind, path, shows_byline }
}

/**
 * Changes what only a page has. The address that readers knew leads to the new one.
 * @returns what changed; undefined for nothing
 */
export async function changePage(
  tx: Tx,
  user: CurrentUser,
  article: Article,
  wanted: PageFields,
): Promise<PageFields | undefined> {
  if (article.kind === 'story') requireNone(wanted)
  const { path = article.path, shows_byline = article.shows_byline } = wanted
  const isMoved = path !== null && path !== article.path
  if (!isMoved && shows_byline === article.shows_byline) return undefined
  if (isMoved) await takeAddress(tx, path)
  await tx.updateTable('articles').set({ path, shows_byline }).where('id', '=', article.id).execute()
  if (isMoved) await redirectMoved(tx, user, article, path)
  return {
    ...(isMoved && { path }),
    ...(shows_byline !== article.shows_byline && { shows_byline }),
  }
}

async function redirectMoved(
  tx: Tx,
  user: CurrentUser,
  { id, path, state, date_published }: Article,
  to: string,
) {
  await tx
    .deleteFrom('redirects')
    .where('article_id', '=', id)
    .where('path', '=', redirectedPath(to))
    .execute()
  if (path === null || date_published === null) return
  // Readers know this page at the address, and not what was redirected from it before.
  if (state === 'published')
    await tx.deleteFrom('redirects').where('path', '=', redirectedPath(path)).execute()
  await addRedirects(tx, [{ address: encodeURI(path), article_id: id }], user.id)
}

/** @throws CONFLICT when a page that leaves the trash has lost its address to another one */
export async function requireOwnAddress(tx: Tx, { path, state }: Article): Promise<void> {
  if (path === null || state !== 'deleted') return
  await lockRedirects(tx)
  if (await findAt(tx, path))
    throw conflict(`Another page has the address ${path} now. Change that one first.`)
}

/** The page at an address, outside the trash. */
export const findAt = (tx: DbOrTx, path: string) =>
  tx
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'current_version_id')
    .where('path', '=', path)
    .where('articles.state', '<>', 'deleted')
    .select(['articles.id', 'title'])
    .executeTakeFirst()

/**
 * Takes an address for a page: until the transaction ends, nobody else does, and it no longer counts as not found.
 * @throws VALIDATION_FAILED when another page has it
 */
async function takeAddress(tx: Tx, path: string): Promise<void> {
  await lockRedirects(tx)
  const other = await findAt(tx, path)
  if (other) throw invalid('path', `The page “${other.title}” has this address`)
  await tx.deleteFrom('missing_addresses').where('path', '=', redirectedPath(path)).execute()
}

function requireNone({ path, shows_byline }: PageFields): void {
  if (path !== undefined) throw invalid('path', 'A story has no address of its own')
  if (shows_byline !== undefined) throw invalid('shows_byline', 'The byline of a story is always shown')
}
