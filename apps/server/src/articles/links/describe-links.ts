import { type AdminArticle, isWebUrl, type LinkInText, type LinkState } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'
import type { CurrentUser, SignedInContext } from '../../context.ts'
import { canSee } from '../policy.ts'
import { IS_DEAD } from './dead.ts'
import { linksIn } from './links-in.ts'

type Ctx = Pick<SignedInContext, 'db' | 'session' | 'site'>

/** The links of an article, with what the last check found, or the story of this site that they lead to. */
export async function describeLinks(
  { db, session, site }: Ctx,
  { content }: AdminArticle,
): Promise<LinkInText[]> {
  const found = linksIn(content)
  const [checks, stories] = await Promise.all([
    readChecks(
      db,
      found.map(({ url }) => checkedAddress(url)),
    ),
    readStories(
      db,
      session.user,
      found.flatMap(({ url }) => storyIn(url, site) ?? []),
    ),
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
  const [, id] = /^\/post\/([1-9]\d{0,9})(?:[?#]|$)/.exec(pathOnSite(url, site) ?? '') ?? []
  return id === undefined ? undefined : Number(id)
}

interface Check {
  state: LinkState
  status: number | null
  location: string | null
  checked_at: string
}

async function readChecks(db: Db, urls: string[]): Promise<Map<string, Check>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('link_checks')
    .where('url', 'in', urls)
    .select(['url', 'status', 'location', 'checked_at'])
    .select(sql<LinkState>`case when ${IS_DEAD} then 'dead' else outcome end`.as('state'))
    .execute()
  return new Map(rows.map(({ url, ...check }) => [url, check]))
}

async function readStories(db: Db, user: CurrentUser, ids: number[]) {
  if (ids.length === 0) return new Map<number, NonNullable<LinkInText['story']>>()
  const rows = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.current_version_id')
    .where('articles.id', 'in', ids)
    .select(['articles.id', 'articles.state', 'articles.author_id', 'version.title'])
    .execute()
  return new Map(
    rows.map(({ id, state, title, ...article }) => {
      const is_published = state === 'published'
      return [id, { id, title: is_published || canSee(user, article) ? title : '', is_published }]
    }),
  )
}
