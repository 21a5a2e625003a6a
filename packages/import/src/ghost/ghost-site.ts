import { type Fields, isFields, listOf, textOf } from '../archive/fields.ts'
import type { ImportedAuthor } from '../model.ts'
import { SourceError } from '../source-error.ts'

/** The tables of an export. Passwords, tokens and members are not read. */
export interface GhostSite {
  title: string
  /** As in `/:year/:slug/`. */
  permalinks: string
  posts: Fields[]
  /** By id. */
  tags: Map<string, GhostTag>
  users: Map<string, GhostUser>
  /** The ids of tags and of authors, by the id of the post. */
  tagsOfPosts: Map<string, string[]>
  authorsOfPosts: Map<string, string[]>
  /** Texts of pictures and excerpts beside a post, by its id. */
  metaOfPosts: Map<string, Fields>
}

export interface GhostTag {
  name: string
  slug: string
  isInternal: boolean
}

export interface GhostUser extends ImportedAuthor {
  slug: string
}

/** Reads the JSON of an export: of Ghost itself, or with the wrapper `db` around it. */
export function readGhost(json: string): GhostSite {
  const data = dataOf(parse(json))
  if (!data) throw new SourceError('The JSON file is no export of Ghost: it has no posts.')
  const settings = new Map(listOf(data.settings).map(({ key, value }) => [textOf(key), textOf(value)]))
  return {
    title: settings.get('title') ?? '',
    permalinks: settings.get('permalinks') || '/:slug/',
    posts: listOf(data.posts),
    tags: new Map(listOf(data.tags).map((tag) => [textOf(tag.id), tagOf(tag)])),
    users: new Map(listOf(data.users).map((user) => [textOf(user.id), userOf(user)])),
    tagsOfPosts: related(data.posts_tags, 'tag_id'),
    authorsOfPosts: related(data.posts_authors, 'author_id'),
    metaOfPosts: new Map(listOf(data.posts_meta).map((meta) => [textOf(meta.post_id), meta])),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new SourceError('The JSON file is damaged or incomplete. Export it again.', { cause: error })
  }
}

function dataOf(root: unknown): Fields | undefined {
  if (!isFields(root)) return undefined
  const [inner] = listOf(root.db)
  const { data } = inner ?? root
  return isFields(data) && Array.isArray(data.posts) ? data : undefined
}

const tagOf = (tag: Fields): GhostTag => ({
  name: textOf(tag.name).trim(),
  slug: textOf(tag.slug),
  isInternal: textOf(tag.visibility) === 'internal' || textOf(tag.name).startsWith('#'),
})

function userOf(user: Fields): GhostUser {
  const email = textOf(user.email)
  const name = textOf(user.name).trim() || textOf(user.slug)
  return { name, ...(email && { email }), role: 'author', slug: textOf(user.slug) }
}

function related(rows: unknown, column: string): Map<string, string[]> {
  const sorted = listOf(rows).toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
  const byPost = Map.groupBy(sorted, ({ post_id }) => textOf(post_id))
  return new Map([...byPost].map(([post, found]) => [post, found.map((row) => textOf(row[column]))]))
}
