import { authorPath, type ImportKind, imagePath, tagPath, tagSlug } from '@nightdesk/contracts'
import { addRedirects, announceChange, type NewRedirect, REDIRECTS, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { OldAddress, OldAddressTarget, Source } from '../model.ts'
import type { RunContext, RunningImport } from './context.ts'
import { findImported } from './people.ts'

const BATCH = 500

const HOME = '/'
const FEED = '/rss.xml'
const SITEMAP = '/sitemap.xml'
/** This page has all tags. */
const TAGS = '/search'

/** Addresses that every site of a kind has, below its root, and the pages here that serve their readers best. */
const OF_KIND: Partial<Record<ImportKind, Readonly<Record<string, string>>>> = {
  wordpress: {
    'comments/feed': FEED,
    'comments/feed/atom': FEED,
    'wp-sitemap.xml': SITEMAP,
    'sitemap_index.xml': SITEMAP,
    'post-sitemap.xml': SITEMAP,
    page: HOME,
  },
  ghost: {
    'sitemap-posts.xml': SITEMAP,
    'sitemap-pages.xml': SITEMAP,
    'sitemap-tags.xml': SITEMAP,
    'sitemap-authors.xml': SITEMAP,
    page: HOME,
  },
  markdown: {
    posts: HOME,
    'posts/index.xml': FEED,
    post: HOME,
    blog: HOME,
    archive: HOME,
    archives: HOME,
    tags: TAGS,
    categories: TAGS,
    page: HOME,
  },
}

/** Redirects the addresses of the old site besides those of its items: feeds, tags, authors, and lists of all stories. */
export async function addSiteRedirects(ctx: RunContext, run: RunningImport, source: Source): Promise<void> {
  let batch: OldAddress[] = []
  for await (const address of addressesOf(ctx, run, source)) {
    batch.push(address)
    if (batch.length < BATCH) continue
    await write(ctx, run, batch)
    batch = []
  }
  if (batch.length > 0) await write(ctx, run, batch)
}

/** Those that the source names come first, as an address that is redirected stays as it is. */
async function* addressesOf(
  { db }: RunContext,
  { id }: RunningImport,
  source: Source,
): AsyncGenerator<OldAddress> {
  let isSite = false
  for await (const address of source.redirects()) {
    isSite = true
    yield address
  }
  // A single text is no site.
  const own = isSite && OF_KIND[source.kind]
  // What identifies a site has its address, with the path below which it was.
  const [, root = ''] = /^\w+:[^/]+(\/.*)$/.exec(source.identity) ?? []
  if (!own) return
  for (const [path, target] of Object.entries(own))
    yield { path: `${root}/${path}`, target: { kind: 'path', path: target } }
  const { rows } = await sql<{ year: string }>`
    select distinct substring(summary ->> 'published_at' for 4) as year from import_items
    where import_id = ${id} and summary ->> 'state' = 'published' and summary ->> 'published_at' ~ '^\\d{4}-'`.execute(
    db,
  )
  for (const { year } of rows) yield { path: `${root}/${year}`, target: { kind: 'path', path: HOME } }
}

const write = ({ transaction, has_cdn }: RunContext, run: RunningImport, batch: readonly OldAddress[]) =>
  transaction(async (tx) => {
    const redirects: NewRedirect[] = []
    for (const { path, target } of batch) {
      const found = await targetOf(tx, run.id, target)
      if (found) redirects.push({ address: path, ...found })
    }
    if (await redirectAddresses(tx, run, redirects)) await announceChange(tx, { tags: [REDIRECTS], has_cdn })
  })

type Target = { article_id: number } | { target: string }

/** @returns undefined when nothing of this site is at the address */
async function targetOf(tx: Tx, importId: number, target: OldAddressTarget): Promise<Target | undefined> {
  switch (target.kind) {
    case 'path':
      return { target: target.path }
    case 'tag':
      return findTag(tx, target.name)
    case 'author':
      return findAuthor(tx, target.name)
    case 'person':
      return findPerson(tx, importId, target.key)
    case 'item':
      return findArticle(tx, importId, target.key)
  }
}

async function findTag(tx: Tx, name: string): Promise<Target | undefined> {
  const slug = tagSlug(name)
  const tag = await tx.selectFrom('tags').where('slug', '=', slug).select('slug').executeTakeFirst()
  return tag && { target: tagPath(tag.slug) }
}

async function findAuthor(tx: Tx, name: string): Promise<Target | undefined> {
  const person = await tx
    .selectFrom('people')
    .where(sql`lower(name)`, '=', sql`lower(${name.trim()})`)
    .select('id')
    .orderBy('id')
    .executeTakeFirst()
  return person && { target: authorPath(person.id) }
}

async function findPerson(tx: Tx, importId: number, key: string): Promise<Target | undefined> {
  const id = await findImported(tx, importId, key)
  return id === undefined ? undefined : { target: authorPath(id) }
}

async function findArticle(tx: Tx, importId: number, key: string): Promise<Target | undefined> {
  const item = await tx
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .where('key', '=', key)
    .select('article_id')
    .executeTakeFirst()
  return item && item.article_id !== null ? { article_id: item.article_id } : undefined
}

/** Redirects old addresses for an import. @returns whether any was added: the caller then announces the tag `REDIRECTS` */
export async function redirectAddresses(
  tx: Tx,
  { id, made_by }: { id: number; made_by: number },
  redirects: readonly NewRedirect[],
): Promise<boolean> {
  const added = await addRedirects(tx, redirects, made_by)
  if (added.length === 0) return false
  await tx.updateTable('redirects').set({ import_id: id }).where('path', 'in', added).execute()
  return true
}

/** The redirects of a picture. WordPress shows a large one by a copy, `lamp-scaled.jpg`, and names the smaller ones `lamp-300x200.jpg`. */
export const pictureRedirects = (old_path: string, filename: string): NewRedirect[] =>
  [...new Set([old_path, old_path.replace(/-scaled(?=\.\w{3,4}$)/, '')])].map((address) => ({
    address,
    target: imagePath(filename),
  }))
