import type { FormatInput } from '../archive/archive.ts'
import { instantOf, oneLine } from '../archive/fields.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, parseHtml } from '../html/parse.ts'
import { urlized } from '../markdown/site.ts'
import {
  FEED,
  isFailed,
  type OldAddress,
  type OpenedFormat,
  type ReadText,
  type SourceEntry,
  SourceError,
} from '../model.ts'
import { readSource } from '../read-entry.ts'
import type { Receipt } from '../receipt.ts'

/** An export of Medium: a page for each post. Its ids of posts are the same for all authors. */
export async function openMedium(
  { name, archive }: FormatInput,
  posts: readonly string[],
): Promise<OpenedFormat> {
  const [first = ''] = posts
  const [head = ''] = await (await archive.stream(first)).take(1).toArray()
  if (!/\bclass="[^"]*\b(?:p-name|e-content)\b/.test(String(head)))
    throw new SourceError(
      `“${first}” is not from Medium, whose pages have a title of the class p-name and a text of the class e-content.`,
    )
  const keys = new Set(posts.map(keyOf))
  async function* entries(): AsyncGenerator<SourceEntry> {
    for (const path of posts)
      yield {
        key: keyOf(path),
        title: path,
        read: async (receipt) => readPost(path, await archive.text(path), keys, receipt),
      }
  }
  return { kind: 'medium', name, identity: 'medium', entries, redirects: () => oldAddresses(entries) }
}

/** The feed, and the pages of authors and tags, which are known from the posts only. */
async function* oldAddresses(entries: OpenedFormat['entries']): AsyncGenerator<OldAddress> {
  yield { path: '/feed', target: FEED }
  const known = new Set<string>()
  for await (const item of readSource({ entries })) {
    if (isFailed(item)) continue
    const [{ name = '' } = {}] = item.authors
    const handle = item.addresses.flatMap((path) => /^\/@[^/]+/.exec(path) ?? [])[0]
    const lists = item.tags.map((tag): OldAddress => {
      return { path: `/tagged/${urlized(tag)}`, target: { kind: 'tag', name: tag } }
    })
    for (const path of handle ? [handle, `/feed/${handle.slice(1)}`] : [])
      lists.push({ path, target: { kind: 'author', name } })
    yield* lists.filter(({ path }) => !known.has(path))
    for (const { path } of lists) known.add(path)
  }
}

/** The id at the end of `2018-08-11_A-lamp-abcd1234.html`, or the name of the file. */
const keyOf = (path: string) =>
  /-([0-9a-f]{8,16})\.html$/.exec(path)?.[1] ?? path.replace(/^posts\//, '').replace(/\.html$/, '')

function readPost(path: string, html: string, keys: ReadonlySet<string>, receipt: Receipt): ReadText {
  const page = parseHtml(html)
  const textOf = (selector: string) => plainText(page.querySelector(selector))
  const title = textOf('.p-name') || textOf('title')
  const excerpt = textOf('.p-summary')
  const body = page.querySelector('.e-content') ?? page
  for (const element of elementsIn(body, '.graf--title, .graf--subtitle, .graf--leading')) {
    const text = plainText(element)
    // That of a picture is empty, and so is a subtitle that there is not.
    if (text !== '' && [title, excerpt].includes(text)) element.remove()
  }
  // A line above the first section separates it from nothing.
  body.querySelector('.section-divider')?.remove()
  placeLinks(body, keys)
  const canonical = page.querySelector('.p-canonical')?.getAttribute('href') ?? ''
  const published_at = instantOf(page.querySelector('.dt-published')?.getAttribute('datetime'))
  const isDraft = published_at === null || /^posts\/draft/.test(path)
  return {
    title,
    excerpt,
    state: isDraft ? 'draft' : 'published',
    created_at: published_at,
    published_at: isDraft ? null : published_at,
    updated_at: published_at,
    authors: [{ name: textOf('.p-author'), role: 'author' }],
    tags: elementsIn(page, '.p-tag').map(plainText),
    addresses: addressesOf(canonical, keyOf(path)),
    ...convertHtml({ html: body.innerHTML, base: null }, receipt),
  }
}

const MEDIUM = new URL('https://medium.com/')
/** `/@mira/a-lamp-abcd1234`, `/p/abcd1234` */
const POST = /^\/(?:[^/]+\/)?(?:[^/]*-)?([0-9a-f]{8,16})$/

/** Links to posts of the export become paths. Others stay, as Medium has posts of all its authors at one address. */
function placeLinks(body: Element, keys: ReadonlySet<string>): void {
  for (const link of elementsIn(body, 'a[href]:not([href^="#"])')) {
    const url = URL.parse(link.getAttribute('href') ?? '', MEDIUM)
    const key = POST.exec(url?.pathname ?? '')?.[1] ?? ''
    if (url) link.setAttribute('href', keys.has(key) ? `/p/${key}${url.hash}` : url.href)
  }
}

const plainText = (element: Element | null) => oneLine(element?.textContent ?? '')

/** `/@mira/a-lamp-abcd1234` on Medium is `/a-lamp-abcd1234` on a domain of one’s own. */
function addressesOf(canonical: string, id: string): string[] {
  const path = URL.parse(canonical)?.pathname ?? ''
  const own = path.replace(/^\/(?:@[^/]+|[^/]+(?=\/))\//, '/')
  return [...new Set([own, path, `/p/${id}`].filter((each) => each.length > 1))]
}
