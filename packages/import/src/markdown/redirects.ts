import type { OldAddress } from '../model.ts'
import { SourceError } from '../source-error.ts'
import { urlized } from './addresses.ts'
import type { Document } from './front-matter.ts'
import { authorsOf, tagsOf } from './matter.ts'
import type { MarkdownSite } from './site.ts'

const FEEDS = ['feed.xml', 'index.xml', 'rss.xml', 'atom.xml', 'feed/']
/** Where the usual programs and themes have their lists. */
const FOLDERS = {
  tag: ['tags', 'tag', 'categories', 'category'],
  author: ['authors', 'author'],
} as const

/** The feeds, and the lists by tag and author, which are known from the texts only. */
export async function* oldAddresses(
  { base }: MarkdownSite,
  paths: readonly string[],
  read: (path: string) => Promise<Document>,
): AsyncGenerator<OldAddress> {
  const root = base?.pathname.replace(/\/?$/, '/') ?? '/'
  if (root !== '/') yield { path: root, target: { kind: 'home' } }
  for (const feed of FEEDS) yield { path: `${root}${feed}`, target: { kind: 'feed' } }
  const names = await readNames(paths, read)
  for (const kind of ['tag', 'author'] as const)
    for (const name of names[kind])
      for (const folder of FOLDERS[kind])
        yield { path: `${root}${folder}/${urlized(name)}/`, target: { kind, name } }
}

async function readNames(paths: readonly string[], read: (path: string) => Promise<Document>) {
  const names = { tag: new Set<string>(), author: new Set<string>() }
  for (const path of paths) {
    try {
      const { matter } = await read(path)
      for (const tag of tagsOf(matter)) names.tag.add(tag)
      for (const { name } of authorsOf(matter)) names.author.add(name)
    } catch (error) {
      // The item itself is a failure that people see.
      if (!(error instanceof SourceError)) throw error
    }
  }
  return names
}
