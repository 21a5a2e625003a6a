import { jsonIn, listOf, textOf } from '../archive/fields.ts'
import { isOutside, PICTURE } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, make } from '../html/parse.ts'
import type { PictureRef } from '../model.ts'
import type { Receipt } from '../receipt.ts'
import { makeParagraphs } from './paragraphs.ts'
import { type Attachment, type SiteIndex, type WxrItem, withoutScheme } from './wxr.ts'

const DOWNLOAD = '.wp-block-file__button'

/** The second links of files. The first, which may be that of a page about the file, leads to the file; one that is alone stays. */
const downloads = (root: Element) =>
  elementsIn(root, DOWNLOAD).filter((button) => {
    const first = button.parentElement?.querySelector(`a[href]:not(${DOWNLOAD})`)
    first?.setAttribute('href', button.getAttribute('href') ?? '')
    return first
  })

/** Converts the text of a post: of the block editor, or of the classic one, with its shortcodes. */
export function convertContent(item: WxrItem, index: SiteIndex, receipt: Receipt) {
  const isOfBlocks = /<!-- wp:/.test(item.content)
  const whole = isOfBlocks ? withSharedBlocks(item.content, index, receipt) + notesHtml(item) : item.content
  const rules = shortcodeRules(index, item.id, receipt)
  const posterId = item.meta.get('_thumbnail_id')?.trim() ?? ''
  const poster = index.attachments.get(posterId)
  if (!poster && /^[1-9]/.test(posterId)) receipt.add('picture-elsewhere')
  const html = replaceShortcodes(whole.replaceAll('\r\n', '\n'), rules)
  for (const name of namesOfShortcodes(html)) receipt.add('shortcode', 1, `[${name}]`)
  return convertHtml(
    {
      html,
      ...(whole.includes('[') && { original: withoutTags(whole, rules) }),
      ignored: downloads,
      poster: poster && { source: poster.address, alt: poster.alt },
      base: URL.parse(item.link) ?? index.base,
      site: index.base,
      pictureAt: (address) => attachmentAt(address, index),
      isPageOfPicture: (address) => index.pages.has(withoutScheme(address)),
      adapt: (root) => {
        receipt.add('download', html.split(DOWNLOAD.slice(1)).length - 1 - elementsIn(root, DOWNLOAD).length)
        if (!isOfBlocks) makeParagraphs(root)
        placeNotes(root)
        adaptBlocks(root, receipt)
      },
    },
    receipt,
  )
}

const BLOCK = /<!-- wp:([a-z0-9/-]+)(?:\s+(\{[^\n<]*?\}))?\s+\/-->/g
/** Blocks without text that show nothing, or whose text is elsewhere in the export. */
const SILENT = /^(?:footnotes|more|nextpage|spacer|separator|core\/spacer)$/

/**
 * Puts the blocks that several posts share in their places, and names the blocks that WordPress generates, and those that the
 * export lacks.
 * @param around the ids of the shared blocks that the content is in
 */
function withSharedBlocks(
  content: string,
  index: SiteIndex,
  receipt: Receipt,
  around: readonly string[] = [],
): string {
  return content.replace(BLOCK, (block, name: string, attributes = '{}') => {
    const id = (name === 'block' && /"ref":(\d+)/.exec(attributes)?.[1]) || ''
    const shared = around.includes(id) ? undefined : index.sharedBlocks.get(id)
    if (shared !== undefined) return withSharedBlocks(shared, index, receipt, [...around, id])
    if (!SILENT.test(name)) receipt.add('dynamic-block', 1, name)
    return block
  })
}

/** The texts of the footnotes of the block editor, which are beside the text of the post. */
function notesHtml({ meta }: WxrItem): string {
  const found = listOf(jsonIn(meta.get('footnotes') ?? ''))
  // Another plugin may have used the name for something else.
  const notes = found.filter(({ id }) => /^[\w-]{1,80}$/.test(textOf(id)))
  if (notes.length === 0) return ''
  const items = notes.map(
    ({ id, content }) => `<li id="${id}">${textOf(content)} <a href="#${id}-link">↩</a></li>`,
  )
  return `<ol>${items.join('')}</ol>`
}

function adaptBlocks(root: Element, receipt: Receipt): void {
  receipt.add('gallery', elementsIn(root, '.wp-block-gallery, .tiled-gallery').length)
  unlistGalleries(root)
  // A verse keeps its line ends and is no code.
  for (const verse of elementsIn(root, 'pre.wp-block-verse, pre.wp-block-preformatted')) {
    const style = `white-space: pre-wrap;${verse.getAttribute('style') ?? ''}`
    verse.replaceWith(make(verse, 'p', { style }, ...verse.childNodes))
  }
}

/** Older galleries are lists of figures, whose captions belong to the pictures. */
function unlistGalleries(root: Element): void {
  for (const item of elementsIn(root, '.wp-block-gallery li, ul.tiled-gallery li'))
    item.replaceWith(...item.childNodes)
  for (const list of elementsIn(root, '.wp-block-gallery ul, ul.wp-block-gallery'))
    list.replaceWith(...list.childNodes)
}

/** A shortcode of a text: `[caption width="300"]…[/caption]`. */
interface Shortcode {
  name: string
  attributes: ReadonlyMap<string, string>
  /** Attributes without a name, such as the address in `[youtube https://…]`. */
  values: readonly string[]
  /** The text between its tags; empty if it has one tag only. */
  inner: string
}

interface ShortcodeRule {
  isEnclosing?: boolean
  /** The HTML in its place. */
  replace: (shortcode: Shortcode) => string
}

const TAG = /(\[?)\[([a-z][\w-]{1,40})((?:[\s=:][^\][]{0,2000})?)\](\]?)/gi

/** Replaces the shortcodes that have a rule; `[[name]]` is the text `[name]`. Others stay as they are. */
function replaceShortcodes(html: string, rules: Readonly<Record<string, ShortcodeRule>>): string {
  const parts: string[] = []
  const closings = new Map<string, number>()
  let end = 0
  for (const found of html.matchAll(TAG)) {
    const [tag, open = '', name = '', attributes = '', close = ''] = found
    const rule = ruleOf(rules, name)
    if (!rule || found.index < end) continue
    parts.push(html.slice(end, found.index))
    end = found.index + tag.length
    if (open && close) {
      parts.push(tag.slice(1, -1))
      continue
    }
    const closing = `[/${name}]`
    let closed = rule.isEnclosing ? (closings.get(closing) ?? html.indexOf(closing)) : -1
    // A place that was found is searched again only once it is passed.
    if (closed !== -1 && closed < end) closed = html.indexOf(closing, end)
    closings.set(closing, closed)
    const inner = closed === -1 ? '' : html.slice(end, closed)
    if (closed !== -1) end = closed + closing.length
    parts.push(open, rule.replace({ name: name.toLowerCase(), ...parseAttributes(attributes), inner }), close)
  }
  return parts.join('') + html.slice(end)
}

const ruleOf = (rules: Readonly<Record<string, ShortcodeRule>>, name: string) =>
  Object.hasOwn(rules, name.toLowerCase()) ? rules[name.toLowerCase()] : undefined

const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|(\S+)/g
const QUOTES = /[\u201c\u201d\u2033]|&#(?:8220|8221|8243);|&quot;/g

function parseAttributes(source: string): Pick<Shortcode, 'attributes' | 'values'> {
  const attributes = new Map<string, string>()
  const values: string[] = []
  // `[youtube=address]` is the old form of a value without a name.
  for (const found of source.replace(QUOTES, '"').replace(/^=/, '').matchAll(ATTRIBUTE)) {
    const [, name, ...forms] = found
    const value = forms.find((form) => form !== undefined) ?? ''
    if (name && !/^https?$/i.test(name)) attributes.set(name.toLowerCase(), value)
    else values.push(value)
  }
  return { attributes, values }
}

/** The names of what look like shortcodes and stay in a text. A word in brackets, such as [sic], is none. */
function namesOfShortcodes(html: string): string[] {
  const closed = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]{1,40})\]/gi), ([, name]) => name))
  return [...html.matchAll(TAG)].flatMap(([, open, name = '', attributes = '']) => {
    const isLikely = open === '' && (/=|:\/\//.test(attributes) || closed.has(name) || name.includes('_'))
    return isLikely ? [name] : []
  })
}

/** The text without the tags of shortcodes that have a rule, as readers saw it. */
function withoutTags(html: string, rules: Readonly<Record<string, ShortcodeRule>>): string {
  return html.replace(/\[\/?([a-z][\w-]{1,40})(?:[\s=:][^\][]{0,2000})?\]/gi, (tag, name: string) =>
    ruleOf(rules, name) ? ' ' : tag,
  )
}

/** The shortcodes of WordPress itself, and those of footnotes of the common plugins. */
function shortcodeRules(
  index: SiteIndex,
  itemId: string,
  receipt: Receipt,
): Readonly<Record<string, ShortcodeRule>> {
  const caption: ShortcodeRule = { isEnclosing: true, replace: captionHtml }
  const gallery: ShortcodeRule = { replace: (shortcode) => galleryHtml(shortcode, index, itemId, receipt) }
  const player: ShortcodeRule = { isEnclosing: true, replace: playerHtml }
  const page: ShortcodeRule = { replace: pageHtml }
  const note = noteRule()
  return {
    caption,
    wp_caption: caption,
    gallery,
    playlist: { replace: (shortcode) => playlistHtml(shortcode, index) },
    audio: player,
    video: player,
    embed: { isEnclosing: true, replace: ({ inner }) => `<p>${inner.trim()}</p>` },
    youtube: page,
    vimeo: page,
    footnote: note,
    efn_note: note,
    mfn: note,
    ref: note,
    fn: note,
  }
}

/** The picture, with the link around it, and the text of its caption. */
const CAPTIONED = /^((?:<p>\s*)?(?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?(?:\s*<\/p>)?)([\s\S]*)$/i

function captionHtml({ attributes, inner }: Shortcode): string {
  const [, picture, text] = CAPTIONED.exec(inner.trimStart()) ?? []
  if (picture === undefined || text === undefined) return inner
  const caption = text.trim() || attributes.get('caption') || ''
  return `<figure class="wp-caption">${picture}${caption && `<figcaption>${caption}</figcaption>`}</figure>`
}

function galleryHtml({ attributes }: Shortcode, index: SiteIndex, itemId: string, receipt: Receipt): string {
  const ids = attributes.get('ids') ?? attributes.get('include')
  const excluded = new Set(idsIn(attributes.get('exclude')))
  const shown = ids ? idsIn(ids) : (index.idsByParent.get(itemId) ?? []).filter((id) => !excluded.has(id))
  const attachments = shown.flatMap((id) => index.attachments.get(id) ?? [])
  receipt.add('gallery')
  receipt.add('picture-elsewhere', shown.length - attachments.length)
  const pictures = attachments.filter(({ address }) => PICTURE.test(address))
  return pictures.map(figureHtml).join('\n')
}

const idsIn = (list = '') => list.split(/[\s,]+/).filter((id) => id !== '')

const figureHtml = ({ address, alt, caption }: Attachment) =>
  `<figure><img src="${escaped(address)}" alt="${escaped(alt)}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`

const MEDIA = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'mp4', 'm4v', 'webm', 'ogv', 'flv']

function playerHtml({ name, attributes, values, inner }: Shortcode): string {
  const source =
    MEDIA.map((key) => attributes.get(key)).find(Boolean) ?? values.find(isOutside) ?? inner.trim()
  return isOutside(source) ? `<${name} src="${escaped(source)}"></${name}>` : inner
}

function playlistHtml({ attributes }: Shortcode, { attachments }: SiteIndex): string {
  const found = idsIn(attributes.get('ids')).flatMap((id) => attachments.get(id) ?? [])
  return found.map(({ address }) => `<audio src="${escaped(address)}"></audio>`).join('')
}

function pageHtml({ name, attributes, values }: Shortcode): string {
  const value = attributes.get('id') ?? attributes.get('url') ?? values[0] ?? ''
  const site = name === 'vimeo' ? 'https://vimeo.com/' : 'https://www.youtube.com/watch?v='
  return `<iframe src="${escaped(isOutside(value) ? value : site + value)}"></iframe>`
}

/** A footnote at its place in the text, in the form that the conversion recognises. */
function noteRule(): ShortcodeRule {
  let count = 0
  return {
    isEnclosing: true,
    replace: ({ inner }) => {
      if (inner.trim() === '') return ''
      count++
      return `<sup id="import-noteref-${count}"><a href="#import-note-${count}">${count}</a></sup><template data-note="${count}">${inner}</template>`
    },
  }
}

/** Moves the texts of footnotes behind the text. */
function placeNotes(root: Element): void {
  const notes = [...root.querySelectorAll<HTMLTemplateElement>('template[data-note]')]
  if (notes.length === 0) return
  const list = root.ownerDocument.createElement('ol')
  for (const note of notes) {
    const number = note.getAttribute('data-note') ?? ''
    const item = root.ownerDocument.createElement('li')
    item.id = `import-note-${number}`
    item.innerHTML = `${note.innerHTML} <a href="#import-noteref-${number}">↩</a>`
    list.append(item)
    note.remove()
  }
  ;(root.querySelector('body') ?? root).append(list)
}

/** The attachment at an address, also if the address is of one of the smaller sizes that WordPress makes. */
function attachmentAt(address: string, index: SiteIndex): Partial<PictureRef> | undefined {
  const key = withoutScheme(address).replace(/[?#].*$/, '')
  // Of a large picture, WordPress lists a copy: `lamp-300x200.jpg` is one of the sizes of `lamp-scaled.jpg`.
  const size = /-\d{1,5}x\d{1,5}(?=\.\w{2,5}$)/
  const found = [key, key.replace(size, ''), key.replace(size, '-scaled')]
    .map((name) => index.byAddress.get(name))
    .find(Boolean)
  return found && { url: found.address, alt: found.alt }
}
