import { type CsvError, parse } from 'csv-parse/sync'
import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { type Fields, instantOf, listOf, textOf } from '../archive/fields.ts'
import { decoded } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, plainLine } from '../html/parse.ts'
import { type ImportedText, type OpenedFormat, type PictureRef, SourceError } from '../model.ts'
import { Receipt } from '../receipt.ts'

/** An export of Substack: a list of posts, and their texts as files. Its numbers of posts are the same for all sites. */
export async function openSubstack({ name, archive, site, limits }: ArchiveInput): Promise<OpenedFormat> {
  const rows = parseList(await archive.text('posts.csv', limits.exportBytes))
  return {
    kind: 'substack',
    name,
    identity: 'substack',
    async *entries() {
      for (const row of rows) {
        const id = textOf(row.post_id)
        const read = () => readPost(row, archive, site)
        yield { key: id.replace(/\..*$/, ''), title: plainLine(textOf(row.title)) || id, read }
      }
    },
    async *redirects() {
      yield { path: '/feed', target: { kind: 'feed' } }
      yield { path: '/archive', target: { kind: 'home' } }
    },
  }
}

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

async function readPost(row: Fields, archive: Archive, site: URL | null): Promise<ImportedText | undefined> {
  const path = `posts/${textOf(row.post_id)}.html`
  const html = archive.has(path) ? await archive.text(path) : ''
  // Substack lists drafts that nobody has written anything in.
  return html === '' && textOf(row.title).trim() === '' ? undefined : importedPost(row, html, site)
}

function importedPost(row: Fields, html: string, site: URL | null): ImportedText {
  const receipt = new Receipt()
  const podcast = textOf(row.podcast_url)
  const whole = podcast === '' ? html : `${html}<audio src="${escaped(podcast)}"></audio>`
  const buttons = { ignored: BUTTONS, adapt: countButtons(html, receipt) }
  const { content, pictures, words } = convertHtml(
    { html: whole, ...buttons, base: site, pictureAt: originalOf },
    receipt,
  )
  const isPublished = /^true$/i.test(textOf(row.is_published))
  const isForAll = /^(?:everyone)?$/.test(textOf(row.audience))
  if (isPublished && !isForAll) receipt.add('members')
  const published_at = instantOf(row.post_date)
  const slug = textOf(row.post_id).replace(/^\d+\.?/, '')
  return {
    title: plainLine(textOf(row.title)),
    content,
    excerpt: plainLine(textOf(row.subtitle)),
    state: isPublished && isForAll ? 'published' : 'draft',
    created_at: published_at,
    published_at: isPublished ? published_at : null,
    updated_at: published_at,
    authors: [],
    tags: [],
    poster: null,
    pictures,
    addresses: slug === '' ? [] : [`/p/${slug}`, `/p/${slug}/comments`],
    receipt: receipt.losses,
    words,
  }
}

/** Buttons that lead to Substack itself, and controls of pictures. */
const BUTTONS =
  '.subscription-widget-wrap, .subscription-widget-wrap-editor, .image-link-expand, .button-wrapper:has(a[href*="/subscribe"]), ' +
  '.button-wrapper:has(a[href*="action=share"]), .button-wrapper:has(a[href*="/comments"]), .button-wrapper:has(a[href*="%%"])'

function countButtons(html: string, receipt: Receipt): (root: Element) => void {
  const widgets = html.match(/class="(?:subscription-widget-wrap|button-wrapper)/g)?.length ?? 0
  return (root) => receipt.add('button', widgets - elementsIn(root, '.button-wrapper').length)
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
