import { setTimeout as pause } from 'node:timers/promises'
import { appendVersion, isSameVersion, readCredits, TEXT_COLUMNS } from '@nightdesk/articles'
import { AppError } from '@nightdesk/contracts'
import { addRedirects, announceChange, articleTag, LISTS, REDIRECTS, type Tx } from '@nightdesk/db'
import type { RunContext } from './context.ts'
import { type Finding, withFindings } from './fit-item.ts'
import {
  findStored,
  outsidePictures,
  POSTER_STAYS,
  placePictures,
  posterOf,
  type RecordedPicture,
  recordPicture,
  type StoredPicture,
  storeFile,
} from './pictures.ts'
import { pictureRedirects } from './site-redirects.ts'

interface CopyContext extends RunContext {
  /** Fetches from public addresses only. */
  download: (url: string) => Promise<Uint8Array>
  /** Whether everybody may know that there is a host of this name, or was one. */
  isPublicHost: (hostname: string) => Promise<boolean>
  /** The last transaction of the job. */
  finish: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Milliseconds between two pictures, for the sake of the old site. */
const PAUSE = 300

/**
 * Copies the pictures of an item from the old site, and shows the copies in a new version. A text that somebody has edited stays as
 * it is: the editor offers to copy its pictures. Ends when the import is undone or removed meanwhile.
 */
export async function copyPictures(ctx: CopyContext, itemId: number): Promise<void> {
  const item = await findItem(ctx, itemId)
  if (!item) return
  const run = { id: item.import_id, made_by: item.made_by }
  const urls = new Set([
    ...outsidePictures(item.content),
    ...(item.summary.poster ? [item.summary.poster.url] : []),
  ])
  const images = new Map<string, RecordedPicture>()
  const findings: Finding[] = []
  for (const url of urls) {
    const { stored, finding } = await copy(ctx, item, url)
    if (finding) findings.push(finding)
    const isGone = await ctx.transaction(async (tx) => {
      if (!(await lockItem(tx, itemId, item))) return true
      const image = stored && (await recordPicture(tx, run, stored))
      if (image) images.set(url, image)
      return false
    })
    if (isGone) return
  }
  await ctx.finish(async (tx) => {
    const row = await lockItem(tx, itemId, item)
    if (!row) return
    const version_id = images.size > 0 ? await showCopies(tx, ctx, item, images) : item.version_id
    if (version_id === undefined)
      findings.push({
        kind: 'edited-meanwhile',
        count: 1,
        note: 'Its pictures stay on the old site, as the story was edited meanwhile.',
      })
    else await redirectToCopies(tx, ctx, item, images)
    const { notes, summary } = withFindings(row, findings)
    await tx
      .updateTable('import_items')
      .set({ version_id: version_id ?? item.version_id, notes, summary: JSON.stringify(summary) })
      .where('id', '=', itemId)
      .execute()
  })
}

/** An item that was imported and not undone, with its text as imported. */
const findItem = ({ db }: CopyContext, itemId: number) =>
  db
    .selectFrom('import_items')
    .innerJoin('imports', 'imports.id', 'import_id')
    .innerJoin('article_versions as version', 'version.id', 'import_items.version_id')
    .where('import_items.id', '=', itemId)
    .where('import_items.state', '=', 'done')
    .where('made_by', 'is not', null)
    .select(['import_id', 'summary', 'made_by', 'wayback', 'imports.created_at as imported_at'])
    .select(['version.article_id', 'content', 'version.id as version_id'])
    .$narrowType<{ made_by: number }>()
    .executeTakeFirst()

type Item = NonNullable<Awaited<ReturnType<typeof findItem>>>

/** @returns undefined once the import was undone or removed, or its story deleted. Until the transaction ends, none of that happens. */
const lockItem = (tx: Tx, itemId: number, { version_id }: Item) =>
  tx
    .selectFrom('import_items')
    .where('id', '=', itemId)
    .where('state', '=', 'done')
    .where('version_id', '=', version_id)
    .select(['summary', 'notes'])
    .forUpdate()
    .executeTakeFirst()

interface Copied {
  stored?: StoredPicture
  /** About a picture that the old site does not give away. */
  finding?: Finding
}

async function copy(ctx: CopyContext, item: Item, url: string): Promise<Copied> {
  const known = await findStored(ctx.db, item.import_id, url)
  if (known) return { stored: known }
  const found = await fetchPicture(ctx, url, url)
  if (typeof found !== 'string') return { stored: found }
  const stays = (note: string): Copied => ({ finding: { kind: 'picture-not-copied', count: 1, note } })
  const isOfText = outsidePictures(item.content).includes(url)
  const note = `${isOfText ? 'A picture stays on the old site:' : POSTER_STAYS} ${url} ${found}`
  const archived = item.wayback
    ? await waybackAddress(ctx, url, item.summary.published_at ?? item.imported_at)
    : undefined
  if (archived === undefined) return stays(note)
  const stored = await fetchPicture(ctx, url, archived)
  if (typeof stored === 'string') return stays(`${note} The Wayback Machine does not have it.`)
  const origin = `A picture that the old site no longer has is from the Wayback Machine: ${url}`
  return { stored, finding: { kind: 'picture-archived', count: 1, note: origin } }
}

/** @returns a sentence for a picture that cannot be copied */
async function fetchPicture(ctx: CopyContext, url: string, from: string): Promise<StoredPicture | string> {
  try {
    await pause(PAUSE)
    return await storeFile(ctx, url, await ctx.images.process(await ctx.download(from)))
  } catch (error) {
    if (error instanceof AppError && error.code !== 'UNAVAILABLE') return error.message
    throw error
  }
}

/** Old addresses of pictures are in other sites, and in what people have sent to each other. */
async function redirectToCopies(
  tx: Tx,
  { has_cdn }: CopyContext,
  { import_id, made_by, summary }: Item,
  images: ReadonlyMap<string, RecordedPicture>,
): Promise<void> {
  const redirects = (summary.old_pictures ?? []).flatMap((url) => {
    const copy = images.get(url)
    return copy ? pictureRedirects(new URL(url).pathname, copy.filename) : []
  })
  if ((await addRedirects(tx, redirects, made_by, import_id)).length > 0)
    await announceChange(tx, { tags: [REDIRECTS], has_cdn })
}

/**
 * A publication, which is no edit, may have appended another version with the same text.
 *
 * @returns the version that undo takes for the import; undefined when the story was edited since then
 */
async function showCopies(
  tx: Tx,
  { has_cdn }: CopyContext,
  { article_id, version_id, summary, made_by }: Item,
  images: ReadonlyMap<string, RecordedPicture>,
): Promise<number | undefined> {
  const article = await tx
    .selectFrom('articles')
    .where('id', '=', article_id)
    .select(['id', 'state', 'author_id', 'current_version_id'])
    .forUpdate()
    .executeTakeFirst()
  if (!article?.current_version_id) return undefined
  if (!(await isSameVersion(tx, article, version_id, article.current_version_id))) return undefined
  const current = await tx
    .selectFrom('article_versions')
    .where('id', '=', version_id)
    .select(TEXT_COLUMNS)
    .executeTakeFirstOrThrow()
  const text = {
    ...current,
    content: placePictures(current.content, images),
    ...posterOf(summary.poster, images),
    credits: await readCredits(tx, { version_id }, article.author_id),
  }
  const copied = await appendVersion(tx, article, {
    text,
    change_description: 'Pictures copied from the old site',
    created_by: made_by,
  })
  if (article.state === 'published')
    await announceChange(tx, { tags: [LISTS, articleTag(article.id)], has_cdn })
  return article.current_version_id === version_id ? copied : version_id
}

/** Elsewhere the query says which picture it is, and may be a secret. */
const FILE = /\.(?:avif|gif|jpe?g|png|webp)$/i

/**
 * The address of a picture in the Wayback Machine, in the copy that is nearest to an instant; `im_` asks for the file as it was.
 * The query, such as that of a size, is not sent.
 *
 * @returns undefined for an address that not everybody may know
 */
async function waybackAddress(
  { isPublicHost }: CopyContext,
  url: string,
  instant: string,
): Promise<string | undefined> {
  const { origin, hostname, pathname, search, port, username, password } = new URL(url)
  if (port + username + password !== '' || (search !== '' && !FILE.test(pathname))) return undefined
  if (!(await isPublicHost(hostname))) return undefined
  return `https://web.archive.org/web/${instant.slice(0, 10).replaceAll('-', '')}im_/${origin}${pathname}`
}
