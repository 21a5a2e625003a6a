import { escaped } from '../../html/parse.ts'
import type { PictureRef } from '../../model.ts'
import type { Receipt } from '../../receipt/losses.ts'
import { type Attachment, type SiteIndex, withoutScheme } from '../reading/site-index.ts'
import type { Shortcode, ShortcodeRule } from './shortcodes.ts'

/** The shortcodes of WordPress itself, and those of footnotes of the common plugins. */
export function shortcodeRules(
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
  return attachments.filter(isPicture).map(figureHtml).join('\n')
}

const idsIn = (list = '') => list.split(/[\s,]+/).filter((id) => id !== '')

const isPicture = ({ address }: Attachment) => /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i.test(address)

const figureHtml = ({ address, alt, caption }: Attachment) =>
  `<figure><img src="${escaped(address)}" alt="${escaped(alt)}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`

const MEDIA = ['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma', 'mp4', 'm4v', 'webm', 'ogv', 'flv']

function playerHtml({ name, attributes, values, inner }: Shortcode): string {
  const source =
    MEDIA.map((key) => attributes.get(key)).find(Boolean) ?? values.find(isAddress) ?? inner.trim()
  return isAddress(source) ? `<${name} src="${escaped(source)}"></${name}>` : inner
}

const isAddress = (text: string) => /^(?:https?:)?\/\//.test(text)

function playlistHtml({ attributes }: Shortcode, { attachments }: SiteIndex): string {
  const found = idsIn(attributes.get('ids')).flatMap((id) => attachments.get(id) ?? [])
  return found.map(({ address }) => `<audio src="${escaped(address)}"></audio>`).join('')
}

function pageHtml({ name, attributes, values }: Shortcode): string {
  const value = attributes.get('id') ?? attributes.get('url') ?? values[0] ?? ''
  const site = name === 'vimeo' ? 'https://vimeo.com/' : 'https://www.youtube.com/watch?v='
  return `<iframe src="${escaped(isAddress(value) ? value : site + value)}"></iframe>`
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
export function placeNotes(root: Element): void {
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
export function attachmentAt(address: string, index: SiteIndex): Partial<PictureRef> | undefined {
  const key = withoutScheme(address).replace(/[?#].*$/, '')
  const found =
    index.byAddress.get(key) ?? index.byAddress.get(key.replace(/-\d{1,5}x\d{1,5}(?=\.\w{2,5}$)/, ''))
  return found && { url: found.address, alt: found.alt }
}
