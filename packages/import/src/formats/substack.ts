import { type CsvError, parse } from 'csv-parse/sync'
import type { FormatInput } from '../archive/archive.ts'
import { type Fields, fieldsOf, instantOf, jsonIn, listOf, oneLine, textOf } from '../archive/fields.ts'
import { decoded } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, make } from '../html/parse.ts'
import { FEED, HOME, type OpenedFormat, type PictureRef, type ReadText, SourceError } from '../model.ts'
import type { Receipt } from '../receipt.ts'

/** An export of Substack: a list of posts, and their texts as files. Its numbers of posts are the same for all sites. */
export async function openSubstack({ name, archive, site, limits }: FormatInput): Promise<OpenedFormat> {
  const rows = parseList(await archive.text('posts.csv', limits.exportBytes))
  const columns = Object.keys(rows[0] ?? {})
  if (rows.length > 0 && !COLUMNS.every((name) => columns.includes(name)))
    throw new SourceError(
      `“posts.csv” is not that of Substack, which has the columns ${COLUMNS.join(', ')}. It has ${columns.join(', ')}.`,
    )
  return {
    kind: 'substack',
    name,
    identity: 'substack',
    lacksSite: site === null,
    async *entries() {
      for (const row of rows) {
        const id = textOf(row.post_id)
        const path = `posts/${id}.html`
        const title = oneLine(textOf(row.title))
        yield {
          key: id.replace(/\..*$/, ''),
          title: title || id,
          async read(receipt) {
            const html = archive.has(path) ? await archive.text(path) : ''
            // Substack lists drafts that nobody has written anything in.
            return html === '' && title === '' ? undefined : readPost({ ...row, title }, html, site, receipt)
          },
        }
      }
    },
    async *redirects() {
      yield { path: '/feed', target: FEED }
      yield { path: '/archive', target: HOME }
    },
  }
}

const COLUMNS = ['post_id', 'title']

function parseList(csv: string): Fields[] {
  try {
    return listOf(parse(csv, { columns: true, bom: true, relax_column_count: true, skip_empty_lines: true }))
  } catch (error) {
    throw new SourceError(`The list of posts is damaged: ${lineOf(error)}.`, { cause: error })
  }
}

// csv-parse says the line of each of its errors.
const lineOf = (error: unknown) =>
  `line ${String((error as Partial<CsvError>).lines ?? 'unknown')} of posts.csv`

function readPost(row: Fields, html: string, site: URL | null, receipt: Receipt): ReadText {
  const podcast = textOf(row.podcast_url)
  const whole = podcast === '' ? html : `${html}<audio src="${escaped(podcast)}"></audio>`
  const isPublished = /^true$/i.test(textOf(row.is_published))
  const isForAll = /^(?:everyone)?$/.test(textOf(row.audience))
  const widgets = html.match(/class="(?:subscription-widget-wrap|button-wrapper)/g)?.length ?? 0
  const adapt = (root: Element) => {
    receipt.add('button', widgets - elementsIn(root, '.button-wrapper').length)
    // A poem keeps its lines and is no code.
    for (const poem of elementsIn(root, '.preformatted-block pre'))
      poem.replaceWith(make(poem, 'p', { style: 'white-space: pre-wrap' }, ...poem.childNodes))
    fillEmbeds(root, receipt)
  }
  const converted = convertHtml(
    { html: whole, ignored: BUTTONS, adapt, base: site, pictureAt: originalOf },
    receipt,
  )
  if (isPublished && !isForAll) receipt.add('members')
  const published_at = instantOf(row.post_date)
  const slug = textOf(row.post_id).replace(/^\d+\.?/, '')
  return {
    ...converted,
    title: textOf(row.title),
    excerpt: oneLine(textOf(row.subtitle)),
    state: isPublished && isForAll ? 'published' : 'draft',
    created_at: published_at,
    published_at: isPublished ? published_at : null,
    updated_at: published_at,
    addresses: slug === '' ? [] : [`/p/${slug}`, `/p/${slug}/comments`],
  }
}

/** Buttons that lead to Substack itself, controls of pictures, and what the editor says to the author of a poem. */
const BUTTONS =
  '.preformatted-block > label, .subscription-widget-wrap, .subscription-widget-wrap-editor, .image-link-expand, .button-wrapper:has(a[href*="/subscribe"]), ' +
  '.button-wrapper:has(a[href*="action=share"]), .button-wrapper:has(a[href*="/comments"]), .button-wrapper:has(a[href*="%%"])'

/** Substack fills elements of galleries, posts and others by a script, from their attributes. */
function fillEmbeds(root: Element, receipt: Receipt): void {
  for (const embed of elementsIn(root, 'div[data-attrs]:empty')) {
    const { gallery, canonical_url, title } = fieldsOf(jsonIn(embed.getAttribute('data-attrs') ?? ''))
    const { images, alt, caption } = fieldsOf(gallery)
    const pictures = listOf(images).map(({ src }) =>
      make(embed, 'figure', {}, make(embed, 'img', { src: textOf(src), alt: textOf(alt) })),
    )
    const href = textOf(canonical_url)
    if (pictures.length > 0) {
      receipt.add('gallery')
      embed.replaceWith(...pictures, make(embed, 'p', {}, textOf(caption)))
    } else if (href !== '') {
      receipt.add('embed', 1, URL.parse(href)?.hostname)
      embed.replaceWith(make(embed, 'p', {}, make(embed, 'a', { href }, textOf(title) || href)))
    } else receipt.add('dynamic-block', 1, embed.className)
  }
}

/** The picture behind an address of the service that makes smaller copies. */
function originalOf(address: string): Partial<PictureRef> | undefined {
  const [, encoded] =
    /^https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\/image\/fetch\/[^/]*\/?(https?%3A.+)$/i.exec(
      address,
    ) ?? []
  const url = encoded && URL.parse(decoded(encoded))?.href
  return url ? { url, address: url } : undefined
}
