import { appendVersion, changeTags, publishVersion, resolveCredits } from '@nightdesk/articles'
import {
  authorPath,
  type Block,
  type ElementNode,
  elementsOf,
  MAX_CORRECTION,
  mapElements,
  numberedPage,
  oldAddress,
  publicPath,
} from '@nightdesk/contracts'
import {
  addJob,
  addRedirects,
  announceChange,
  articleTag,
  LISTS,
  lockRedirects,
  type NewRedirect,
  REDIRECTS,
  type Tx,
} from '@nightdesk/db'
import { excerpt } from '@nightdesk/editor'
import { sql } from 'kysely'
import type { ImportedItem, Source } from '../model.ts'
import type { RunContext, RunningImport } from './context.ts'
import { cut, type FittedItem, fitItem, withFindings } from './fit-item.ts'
import { isOfTheWeb, posterFindings } from './list-items.ts'
import { claimAddress } from './page-addresses.ts'
import { creditPeople } from './people.ts'
import {
  outsidePictures,
  picturesOf,
  placePictures,
  posterOf,
  type RecordedPicture,
  recordPicture,
  type StoredPicture,
  storeArchivePictures,
} from './pictures.ts'
import { pictureRedirects } from './site-redirects.ts'

/** Copies of one import are made one after another, so that no old site gets many requests at once. */
const PICTURES_QUEUE = 'import-pictures'

/** Writes an item as an article in one transaction, unless that is done. @throws when the item cannot be imported */
export async function writeItem(
  ctx: RunContext,
  run: RunningImport,
  source: Source,
  item: ImportedItem,
): Promise<void> {
  const fitted = fitItem(item)
  const { stored, findings } = await storeArchivePictures(ctx, run.id, source, item)
  await ctx.transaction(async (tx) => {
    const row = await tx
      .selectFrom('import_items')
      .where('import_id', '=', run.id)
      .where('key', '=', item.key)
      .where('state', '=', 'planned')
      .select(['id', 'number', 'summary', 'notes'])
      .forUpdate()
      .executeTakeFirst()
    if (!row) return
    // A date may have come since the item was listed: what the plan showed holds.
    const state = run.imports_as === 'original' ? row.summary.state : 'draft'
    const { path } = row.summary
    if (path !== undefined) await lockRedirects(tx)
    const address = path === undefined ? undefined : await claimAddress(tx, item, path)
    const { notes, summary } = withFindings(row, [
      ...(address?.findings ?? []),
      ...fitted.findings,
      ...findings,
      ...(run.fetches_pictures ? [] : posterFindings(item)),
    ])
    const written = await writeArticle(tx, run, {
      id: row.number,
      item,
      state,
      path: address?.path ?? null,
      fitted,
      stored,
    })
    await addRedirects(tx, redirectsOf(item, row.number, stored), run.made_by, run.id)
    await tx
      .updateTable('import_items')
      .set({
        state: 'done',
        article_id: row.number,
        version_id: written.version_id,
        people: written.people,
        notes,
        summary: JSON.stringify({ ...summary, ...(address && { path: address.path }) }),
      })
      .where('id', '=', row.id)
      .execute()
    if (run.fetches_pictures && written.hasOutsidePictures)
      await addJob(tx, 'import-pictures', { item_id: row.id }, { queue: PICTURES_QUEUE })
    const shown = state === 'published' ? [LISTS, articleTag(row.number)] : []
    await announceChange(tx, { tags: [...shown, REDIRECTS], has_cdn: ctx.has_cdn })
  })
}

/** The addresses of an item, and those of its pictures that are stored already. */
function redirectsOf(
  item: ImportedItem,
  article_id: number,
  stored: ReadonlyMap<string, StoredPicture>,
): NewRedirect[] {
  const ofPictures = picturesOf(item).flatMap(({ url, old_path }) => {
    const filename = stored.get(url)?.filename
    return filename !== undefined && old_path !== null ? pictureRedirects(old_path, filename) : []
  })
  return [...item.addresses.map((address) => ({ address, article_id })), ...ofPictures]
}

interface NewArticle {
  id: number
  item: ImportedItem
  state: ImportedItem['state']
  /** The address of a page. */
  path: string | null
  fitted: FittedItem
  stored: ReadonlyMap<string, StoredPicture>
}

async function writeArticle(
  tx: Tx,
  run: RunningImport,
  { id, item, state, path, fitted, stored }: NewArticle,
) {
  const people = await creditPeople(tx, run, fitted.authors)
  const author_id = people.owner ?? run.made_by
  await insertArticle(tx, { id, author_id, path, item })
  const images = new Map<string, RecordedPicture>()
  for (const picture of stored.values()) {
    const image = await recordPicture(tx, run, picture)
    if (image) images.set(picture.url, image)
  }
  const linked = await rewriteLinks(tx, run.id, fitted.content)
  const content = placePictures(linked, images, item.pictures)
  const article = { id, state: 'draft' as const, author_id, current_version_id: null }
  const text = {
    title: fitted.title,
    excerpt: fitted.excerpt ?? excerpt(content),
    content,
    poster_image_id: null,
    poster_alt: null,
    ...posterOf(item.poster, images),
    credits: await resolveCredits(tx, people.credits),
  }
  const imported = await appendVersion(tx, article, {
    text,
    change_description: 'Imported',
    created_by: run.made_by,
  })
  await insertCorrections(tx, run, id, item)
  if (run.with_tags) await changeTags(tx, id, fitted.tags)
  const version_id =
    state === 'published'
      ? await publishVersion(tx, { ...article, current_version_id: imported }, imported, run.made_by)
      : imported
  if (state === 'archived') await tx.updateTable('articles').set({ state }).where('id', '=', id).execute()
  const hasOutsidePictures =
    outsidePictures(content).length > 0 || (item.poster !== null && isOfTheWeb(item.poster))
  return { version_id, people: people.added, hasOutsidePictures }
}

/** With its old dates. A time in the future is that of a schedule, which does not come along. */
async function insertArticle(
  tx: Tx,
  { id, author_id, path, item }: Pick<NewArticle, 'id' | 'path' | 'item'> & { author_id: number },
): Promise<void> {
  const { created_at, published_at, updated_at, page } = item
  const kind = path === null ? 'story' : 'page'
  await sql`
    insert into articles (id, author_id, kind, path, shows_byline, date_created, date_updated, date_published) overriding system value
    values (
      ${id}, ${author_id}, ${kind}, ${path}, ${page?.shows_byline === true},
      least(now(), coalesce(${created_at}::timestamptz, ${published_at}::timestamptz, now())),
      least(now(), coalesce(${updated_at}::timestamptz, ${published_at}::timestamptz, ${created_at}::timestamptz, now())),
      case when ${published_at}::timestamptz <= now() then ${published_at}::timestamptz end
    )`.execute(tx)
}

/** With their dates, in their order. */
async function insertCorrections(tx: Tx, run: RunningImport, article_id: number, item: ImportedItem) {
  for (const { text, created_at } of item.corrections ?? [])
    if (text !== '')
      await sql`
        insert into corrections (article_id, text, created_by, created_at)
        values (
          ${article_id}, ${cut(text, MAX_CORRECTION)}, ${run.made_by}, least(now(), coalesce(${created_at}::timestamptz, now()))
        )`.execute(tx)
}

/** Leads links to items and people of the same import, and to addresses that are redirected to a story, to the new addresses. */
async function rewriteLinks(tx: Tx, importId: number, content: Block[]): Promise<Block[]> {
  const paths = new Set(elementsOf(content).flatMap((element) => ownLink(element) ?? []))
  if (paths.size === 0) return content
  const targets = await findTargets(tx, importId, [...paths])
  return mapElements(content, (element) => {
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
  const { rows } = await sql<{ old: string; number: number; path: string | null }>`
    select redirects.path as old, article_id as number, articles.path
    from redirects join articles on articles.id = article_id where redirects.path = any(${paths})
    union all
    select old, number, summary ->> 'path' from import_items, unnest(addresses) old
    where import_id = ${importId} and addresses && ${paths}::text[]
      and old = any(${paths}) and state <> 'failed'`.execute(tx)
  const articles = rows.map(({ old, number, path }) => [old, publicPath({ id: number, path })] as const)
  return new Map([...articles, ...(await findPeople(tx, importId, paths))])
}

/** The pages of people of another Nightdesk. */
async function findPeople(tx: Tx, importId: number, paths: readonly string[]) {
  const keys = new Map(
    paths.flatMap((path) => {
      const page = numberedPage(path)
      return page?.kind === 'author' ? [[`${page.id}`, path]] : []
    }),
  )
  if (keys.size === 0) return []
  const rows = await tx
    .selectFrom('import_people')
    .where('import_id', '=', importId)
    .where('key', 'in', [...keys.keys()])
    .select(['key', 'person_id'])
    .execute()
  return rows.map(({ key, person_id }) => [keys.get(key) ?? '', authorPath(person_id)] as const)
}
