import { uniqueTags } from '@nightdesk/contracts'
import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { instantOf } from '../archive/fields.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, oneLine, parseHtml } from '../html/parse.ts'
import { urlized } from '../markdown/site.ts'
import {
  type ImportedText,
  isFailed,
  type OldAddress,
  type OpenedFormat,
  type SourceEntry,
} from '../model.ts'
import { readSource } from '../read-entry.ts'
import { Receipt } from '../receipt.ts'

const isMediumPost = (path: string): boolean => /^posts\/[^/]+\.html$/.test(path)

/** An export of Medium: a page for each post. Its ids of posts are the same for all authors. */
export async function openMedium({ name, archive }: ArchiveInput): Promise<OpenedFormat> {
  return {
    kind: 'medium',
    name,
    identity: 'medium',
    entries: () => entriesIn(archive),
    redirects: () => oldAddresses(archive),
  }
}

async function* entriesIn(archive: Archive): AsyncGenerator<SourceEntry> {
  for (const path of archive.paths.filter(isMediumPost)) {
    const read = async () => importedPost(path, await archive.text(path))
    yield { key: keyOf(path), title: path, read }
  }
}

/** The feed, and the pages of authors and tags, which are known from the posts only. */
async function* oldAddresses(archive: Archive): AsyncGenerator<OldAddress> {
  yield { path: '/feed', target: { kind: 'feed' } }
  const known = new Set<string>()
  for await (const item of readSource({ entries: () => entriesIn(archive) })) {
    if (isFailed(item)) continue
    const [{ name = '' } = {}] = item.authors
    const handle = item.addresses.flatMap((path) => /^\/@[^/]+/.exec(path) ?? [])[0]
    const own = item.tags.map((tag): OldAddress => {
      return { path: `/tagged/${urlized(tag)}`, target: { kind: 'tag', name: tag } }
    })
    for (const path of handle ? [handle, `/feed/${handle.slice(1)}`] : [])
      own.push({ path, target: { kind: 'author', name } })
    for (const { path, target } of own) {
      if (known.has(path)) continue
      known.add(path)
      yield { path, target }
    }
  }
}

/** The id at the end of `2018-08-11_A-lamp-abcd1234.html`, or the name of the file. */
const keyOf = (path: string) =>
  /-([0-9a-f]{8,16})\.html$/.exec(path)?.[1] ?? path.replace(/^posts\//, '').replace(/\.html$/, '')

function importedPost(path: string, html: string): ImportedText {
  const receipt = new Receipt()
  const page = parseHtml(html)
  const textOf = (selector: string) => plainText(page.querySelector(selector))
  const title = textOf('.p-name') || textOf('title')
  const excerpt = textOf('.p-summary')
  const body = page.querySelector('.e-content') ?? page
  for (const element of elementsIn(body, '.graf--title, .graf--subtitle, .graf--leading'))
    if ([title, excerpt].includes(plainText(element))) element.remove()
  // A line above the first section separates it from nothing.
  body.querySelector('.section-divider')?.remove()
  const { content, pictures, words } = convertHtml({ html: body.innerHTML, base: MEDIUM }, receipt)
  const canonical = page.querySelector('.p-canonical')?.getAttribute('href') ?? ''
  const published_at = instantOf(page.querySelector('.dt-published')?.getAttribute('datetime'))
  const isDraft = published_at === null || /^posts\/draft/.test(path)
  const author = textOf('.p-author')
  return {
    title,
    content,
    excerpt,
    state: isDraft ? 'draft' : 'published',
    created_at: published_at,
    published_at: isDraft ? null : published_at,
    updated_at: published_at,
    authors: author === '' ? [] : [{ name: author, role: 'author' }],
    tags: uniqueTags(elementsIn(page, '.p-tag').map(plainText)),
    poster: null,
    pictures,
    addresses: addressesOf(canonical, keyOf(path)),
    receipt: receipt.losses,
    words,
  }
}

const MEDIUM = new URL('https://medium.com/')

const plainText = (element: Element | null) => oneLine(element?.textContent ?? '')

/** `/@mira/a-lamp-abcd1234` on Medium is `/a-lamp-abcd1234` on a domain of one’s own. */
function addressesOf(canonical: string, id: string): string[] {
  const path = URL.parse(canonical)?.pathname ?? ''
  const own = path.replace(/^\/(?:@[^/]+|[^/]+(?=\/))\//, '/')
  return [...new Set([own, path, `/p/${id}`].filter((each) => each.length > 1))]
}
