import { canSee, findDueLinks, imagesIn, isSeenBy, type LinkedText, ownPictures } from '@nightdesk/articles'
import {
  type AdminArticle,
  type Block,
  type links as contract,
  type ElementNode,
  imageFilename,
  imageSource,
  isWebUrl,
  type LinkInText,
  type LinkState,
  type Node,
  type PictureInText,
} from '@nightdesk/contracts'
import { addJob, type Db } from '@nightdesk/db'
import { plainText } from '@nightdesk/editor'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { CurrentUser, Handlers, SignedInContext } from '../context.ts'
import { IS_DEAD, readArticle, requireVisible } from './read.ts'
import { findWorkingCopy } from './working-copies.ts'

/** One queue for all checks that people request, so that they do not delay other jobs. */
const QUEUE = 'check-links'

export const links: Handlers<typeof contract> = {
  async get(ctx, { id, text }) {
    const { db, session } = ctx
    const saved = await readArticle(db, session.user, id)
    const unsaved = text && (await findWorkingCopy(db, session.user.id, { article_id: id }))
    const article = unsaved ? { ...saved, content: unsaved.content, poster_url: unsaved.poster_url } : saved
    // First: with a check that ends after the links were read, nobody would ask again for what it has found.
    const is_checking = await isChecking(db, linkedText(ctx, id, text))
    const [links, pictures] = await Promise.all([describeLinks(ctx, article), describePictures(ctx, article)])
    return { links, pictures, is_checking }
  },

  check: (ctx, { id, text }) =>
    change(ctx, async (tx) => {
      await requireVisible(tx, ctx.session.user, id)
      const linked = linkedText(ctx, id, text)
      const { length: due } = await findDueLinks(tx, linked)
      if (due > 0) {
        await addJob(tx, 'check-links', linked, { key: keyOf(linked), queue: QUEUE })
        await audit(tx, ctx, 'links.check', `article:${id}`)
      }
      return { due }
    }),

  countDead: ({ db, session: { user } }) =>
    db
      .selectFrom('article_links')
      .innerJoin('link_checks', 'link_checks.url', 'article_links.url')
      .innerJoin('stories as articles', 'articles.id', 'article_links.article_id')
      .where('articles.state', '=', 'published')
      .where(IS_DEAD)
      .where(isSeenBy(user))
      .select(({ fn }) => [
        fn.countAll<number>().as('links'),
        fn.count<number>('articles.id').distinct().as('articles'),
      ])
      .executeTakeFirstOrThrow(),
}

const linkedText = ({ session }: SignedInContext, article_id: number, text?: 'unsaved'): LinkedText =>
  text ? { article_id, user_id: session.user.id } : { article_id }

const keyOf = ({ article_id, user_id }: LinkedText) =>
  ['check-links', article_id, user_id].filter((part) => part !== undefined).join(' ')

async function isChecking(db: Db, linked: LinkedText): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${keyOf(linked)} and attempts < max_attempts`.execute(db)
  return rows.length > 0
}

/** The links of an article, with what the last check found, or the story of this site that they lead to. */
async function describeLinks(
  { db, session, site }: SignedInContext,
  { content }: AdminArticle,
): Promise<LinkInText[]> {
  const found = linksIn(content)
  const [checks, stories] = await Promise.all([
    readChecks(db, found),
    readStories(db, session.user, new Set(found.flatMap(({ url }) => storyIn(url, site) ?? []))),
  ])
  return found.map((link) => {
    const path = pathOnSite(link.url, site)
    const check = path === undefined ? checks.get(checkedAddress(link.url)) : undefined
    return {
      ...link,
      host: path === undefined && isWebUrl(link.url) ? new URL(link.url).host : null,
      ...(check ?? UNCHECKED),
      story: stories.get(storyIn(link.url, site) ?? 0) ?? null,
    }
  })
}

/** The address of a link in the table of checks: without its fragment. */
const checkedAddress = (url: string) => url.replace(/#.*$/s, '')

const UNCHECKED = { state: 'unchecked', status: null, location: null, checked_at: null } as const

/** From `/`; undefined for an address elsewhere. */
function pathOnSite(url: string, site: { url: string }): string | undefined {
  if (url.startsWith('/')) return url
  return url.startsWith(`${site.url}/`) ? url.slice(site.url.length) : undefined
}

function storyIn(url: string, site: { url: string }): number | undefined {
  const [, id] = /^\/post\/([1-9]\d{0,9})(?:\.epub)?(?:[?#]|$)/.exec(pathOnSite(url, site) ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

type Check = Pick<LinkInText, 'state' | 'status' | 'location' | 'checked_at'>

async function readChecks(db: Db, links: FoundLink[]): Promise<Map<string, Check>> {
  const urls = links.map(({ url }) => checkedAddress(url))
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('link_checks')
    .where('url', 'in', urls)
    .select(['url', 'status', 'location', 'checked_at'])
    .select(sql<LinkState>`case when ${IS_DEAD} then 'dead' else outcome end`.as('state'))
    .execute()
  return new Map(rows.map(({ url, ...check }) => [url, check]))
}

async function readStories(db: Db, user: CurrentUser, ids: Set<number>) {
  if (ids.size === 0) return new Map<number, NonNullable<LinkInText['story']>>()
  const rows = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', (join) =>
      join.on('version.id', '=', sql<number>`coalesce(published_version_id, current_version_id)`),
    )
    .where('articles.id', 'in', [...ids])
    .select(['articles.id', 'articles.state', 'articles.author_id', 'articles.kind', 'version.title'])
    .execute()
  return new Map(
    rows.map(({ id, state, title, ...article }) => {
      const is_published = state === 'published'
      return [id, { id, title: is_published || canSee(user, article) ? title : '', is_published }]
    }),
  )
}

/** The pictures of an article, the featured image first, with their files and the other stories that show them. */
async function describePictures(
  { db, session, site }: SignedInContext,
  article: AdminArticle,
): Promise<PictureInText[]> {
  const own = ownPictures(article.content, site)
  const poster = article.poster_url
  const posterName = poster && imageFilename(poster)
  const files = await readFiles(db, [...own.values(), ...(posterName ? [posterName] : [])])
  const ids = [...files.values()].map(({ id }) => id)
  const stories = await readOtherStories(db, session.user, article.id, ids)
  const describe = (url: string, filename: string | undefined, alt: string, is_poster: boolean) => {
    const file = files.get(filename ?? '') ?? null
    return { url, alt, is_poster, file, used_in: stories.get(file?.id ?? 0) ?? [] }
  }
  const inText = imagesIn(article.content).flatMap((image) => {
    const url = imageSource(image)
    const { alt } = image
    return url === undefined ? [] : [describe(url, own.get(url), typeof alt === 'string' ? alt : '', false)]
  })
  return [...(poster ? [describe(poster, posterName || undefined, '', true)] : []), ...inText]
}

async function readFiles(db: Db, filenames: string[]) {
  if (filenames.length === 0) return new Map<string, NonNullable<PictureInText['file']>>()
  const rows = await db
    .selectFrom('images')
    .where('filename', 'in', filenames)
    .select(['filename', 'id', 'bytes', 'width', 'height'])
    .execute()
  return new Map(rows.map(({ filename, ...file }) => [filename, file]))
}

/** Stories that use each picture in their current or published text. */
async function readOtherStories(db: Db, user: CurrentUser, articleId: number, ids: number[]) {
  const stories = new Map<number, PictureInText['used_in']>()
  if (ids.length === 0) return stories
  const rows = await db
    .selectFrom('image_uses')
    .innerJoin('article_versions as version', 'version.id', 'image_uses.version_id')
    .innerJoin('articles', 'articles.id', 'version.article_id')
    .innerJoin('article_versions as current', 'current.id', 'articles.current_version_id')
    .where('image_uses.image_id', 'in', ids)
    .where('articles.id', '<>', articleId)
    .where((eb) =>
      eb.or([
        eb('version.id', '=', eb.ref('articles.current_version_id')),
        eb('version.id', '=', eb.ref('articles.published_version_id')),
      ]),
    )
    .where(isSeenBy(user))
    .select(['image_uses.image_id', 'articles.id', 'current.title'])
    .distinct()
    .orderBy('articles.id')
    .execute()
  for (const { image_id, ...story } of rows) stories.set(image_id, [...(stories.get(image_id) ?? []), story])
  return stories
}

type FoundLink = Pick<LinkInText, 'url' | 'text' | 'block' | 'section'>

function linksIn(content: readonly Block[]): FoundLink[] {
  let section: string | null = null
  return content.flatMap((block, index) => {
    if (block.type.startsWith('heading')) section = plainText([block]).trim() || section
    return linksOf(block).map(({ url, element }) => ({
      url,
      text: plainText([element]).trim(),
      block: index + 1,
      section,
    }))
  })
}

function linksOf(node: Node): { url: string; element: ElementNode }[] {
  if (!('children' in node)) return []
  const element = node as ElementNode // a node with children is an element
  const { type, url } = element
  if (type === 'link' && typeof url === 'string') return [{ url, element }]
  return element.children.flatMap(linksOf)
}
