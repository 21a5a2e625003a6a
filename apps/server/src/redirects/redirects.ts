import {
  AppError,
  type redirects as contract,
  invalid,
  type MissingAddress,
  notFound,
  numberedPage,
  OWN_ADDRESS,
  publicPath,
  type Redirect,
  redirectTarget,
  redirectTargetProblem,
  requestedPage,
  tagPath,
} from '@nightdesk/contracts'
import {
  addRedirects,
  changeRedirect,
  type Db,
  type DbOrTx,
  lockRedirects,
  missingPages,
  REDIRECTS,
  readPage,
  type Tx,
} from '@nightdesk/db'
import { sql } from 'kysely'
import { findAt } from '../articles/pages.ts'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Context, Handlers } from '../context.ts'
import { escapeLike } from '../search/words.ts'

export const redirects: Handlers<typeof contract> = {
  async list({ db }, { q, page, limit }) {
    const matching = withNames(selectMatching(db, q)).orderBy('redirects.id', 'desc')
    const { rows, count } = await readPage(matching, page, limit)
    return { redirects: rows.map(toRedirect), count }
  },

  export: ({ db }) =>
    db
      .selectFrom('redirects')
      .select('path')
      // The number of a page leads to its address.
      .select(sql<string>`coalesce(target, '/post/' || article_id)`.as('target'))
      .orderBy('path')
      .execute(),

  /** Addresses that were not found, with the page whose name is most like each. */
  async missing({ db }, { q, page, limit }) {
    const all = db.selectFrom('missing_addresses')
    const matching = q === undefined ? all : all.where(hasPath(q))
    const shown = matching
      .select(['path', 'requests', 'last_at'])
      .orderBy('requests', 'desc')
      .orderBy('last_at', 'desc')
      .orderBy('path')
    const { rows, count } = await readPage(shown, page, limit)
    const guesses = await guessTargets(db, rows)
    return { addresses: rows.map((row) => ({ ...row, guess: guesses.get(row.path) ?? null })), count }
  },

  create: (ctx, input) =>
    change(ctx, async (tx, invalidate) => {
      await lockRedirects(tx)
      const { path } = input
      const target = localTarget(ctx, input.target)
      await requireFree(tx, path)
      const added = await addRedirects(tx, [{ address: path, target }], ctx.session.user.id)
      if (added.length === 0) throw refusedTarget(target)
      const redirect = await readRedirect(tx, { path })
      await audit(tx, ctx, 'redirect.create', `redirect:${redirect.id}`, { path, target: redirect.target })
      invalidate([REDIRECTS])
      return redirect
    }),

  update: (ctx, { id, ...changes }) =>
    change(ctx, async (tx, invalidate) => {
      await lockRedirects(tx)
      const before = await readRedirect(tx, { id })
      const path = changes.path ?? before.path
      const target = changes.target === undefined ? before.target : localTarget(ctx, changes.target)
      if (path === before.path && target === before.target) return before
      if (path !== before.path) await requireFree(tx, path)
      if (!(await changeRedirect(tx, id, { path, target }))) throw refusedTarget(target)
      const redirect = await readRedirect(tx, { id })
      await audit(tx, ctx, 'redirect.update', `redirect:${id}`, { path, target: redirect.target })
      invalidate([REDIRECTS])
      return redirect
    }),

  delete: (ctx, { id }) =>
    change(ctx, async (tx, invalidate) => {
      const deleted = await tx
        .deleteFrom('redirects')
        .where('id', '=', id)
        .returning('path')
        .executeTakeFirstOrThrow(() => notFound('Redirect'))
      await audit(tx, ctx, 'redirect.delete', `redirect:${id}`, { path: deleted.path })
      invalidate([REDIRECTS])
    }),

  dismiss: (ctx, { path }) =>
    change(ctx, async (tx) => {
      await tx.deleteFrom('missing_addresses').where('path', '=', path).execute()
    }),
}

/** The path of a target, which may be a whole address of this site. @throws AppError for an address of another one */
function localTarget({ site }: Pick<Context, 'site'>, target: string): string {
  const address = target.trim()
  const own = `${address}/`.startsWith(`${site.url}/`) ? address.slice(site.url.length) || '/' : address
  const local = redirectTarget(own)
  if (local === undefined) throw invalid('target', redirectTargetProblem(own) ?? '')
  return local
}

/** @throws AppError when the path is redirected already, or is that of a page, a story or a person */
async function requireFree(tx: Tx, path: string): Promise<void> {
  if (numberedPage(path) && !(await missingPages(tx, [path])).has(path)) throw invalid('path', OWN_ADDRESS)
  const page = await findAt(tx, requestedPage(path) ?? '')
  const taken = await tx.selectFrom('redirects').where('path', '=', path).select('id').executeTakeFirst()
  if (!page && !taken) return
  const message = page
    ? `The page “${page.title}” has this address. Move or delete that page first.`
    : 'This address is redirected already. Change that redirect instead.'
  throw new AppError('CONFLICT', message, { fields: [{ path: 'path', message }] })
}

const refusedTarget = (target: string) =>
  invalid(
    'target',
    target.startsWith('/post/') ? 'There is no such story' : 'This leads back to the old address',
  )

/** @throws AppError when there is none */
async function readRedirect(db: DbOrTx, by: { id: number } | { path: string }): Promise<Redirect> {
  const all = withNames(selectMatching(db, undefined))
  const found = 'id' in by ? all.where('redirects.id', '=', by.id) : all.where('redirects.path', '=', by.path)
  const row = await found.executeTakeFirstOrThrow(() => notFound('Redirect'))
  return toRedirect(row)
}

function selectMatching(db: DbOrTx, q: string | undefined) {
  const all = db
    .selectFrom('redirects')
    .leftJoin('articles', 'articles.id', 'article_id')
    .leftJoin('article_versions as version', 'version.id', 'current_version_id')
  if (q === undefined) return all
  const pattern = patternOf(q)
  return all.where(({ eb, or }) =>
    or([hasPath(q, 'redirects.path'), eb('target', 'ilike', pattern), eb('title', 'ilike', pattern)]),
  )
}

const withNames = (query: ReturnType<typeof selectMatching>) =>
  query
    .leftJoin('users', 'users.id', 'made_by')
    .select(['redirects.id', 'redirects.path', 'redirects.article_id', 'target', 'redirects.created_at'])
    .select(['title', 'articles.state', 'articles.path as page', 'full_name as made_by_name'])

const patternOf = (words: string) => `%${escapeLike(words)}%`

/** Whether a path contains what is searched, as it is stored or as screens show it: `café` finds `/caf%C3%A9`. */
const hasPath = (words: string, column = 'path') =>
  sql<boolean>`${sql.ref(column)} ilike any (${[patternOf(words), patternOf(encodeURI(words))]}::text[])`

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

function toRedirect({ article_id, title, state, page, target, ...redirect }: Row): Redirect {
  const article = article_id && state ? { id: article_id, title: title ?? '', state } : null
  return { ...redirect, article, target: target ?? publicPath({ id: article_id ?? 0, path: page }) }
}

/** Similarity of trigrams from which a name is a guess. */
const ALIKE = 0.35

async function guessTargets(
  db: Db,
  rows: readonly { path: string }[],
): Promise<Map<string, MissingAddress['guess']>> {
  const wanted = rows.flatMap(({ path }) => {
    const words = wordsOf(path)
    return words ? [{ path, words }] : []
  })
  if (wanted.length === 0) return new Map()
  const guesses = await sql<{
    path: string
    title: string
    article_id: number | null
    page: string | null
    slug: string | null
  }>`
    with names as materialized (
      select title, articles.id as article_id, path as page, null as slug
      from articles join article_versions version on version.id = published_version_id
      where articles.state = 'published'
      union all
      select name, null, null, slug from tags
      where exists (select from article_tags join stories on stories.id = article_id where tag_id = tags.id and state = 'published')
    )
    select path, nearest.* from jsonb_to_recordset(${JSON.stringify(wanted)}) wanted (path text, words text)
    cross join lateral (
      select * from names where similarity(title, words) >= ${ALIKE}
      order by similarity(title, words) desc, article_id limit 1
    ) nearest`.execute(db)
  return new Map(
    guesses.rows.map(({ path, title, article_id, page, slug }) => [
      path,
      { title, target: slug === null ? publicPath({ id: article_id ?? 0, path: page }) : tagPath(slug) },
    ]),
  )
}

/** The words of the last part of a path: those of `/2019/05/the-ferry.html` are `the ferry`. */
function wordsOf(path: string): string {
  const parts = decodeURIComponent(path.split('?', 1)[0] ?? '').split('/')
  const last = parts.findLast((part) => /\p{L}{2}/u.test(part) && !/^(feed|amp|page|html?)$/.test(part)) ?? ''
  return last
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/^[\d-]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
