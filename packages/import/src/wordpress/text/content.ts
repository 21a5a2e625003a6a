import { type ConvertedHtml, convertHtml } from '../../html/convert.ts'
import { elementsIn, make } from '../../html/parse.ts'
import type { Receipt } from '../../receipt/losses.ts'
import type { WxrItem } from '../reading/read-wxr.ts'
import { type SiteIndex, withoutScheme } from '../reading/site-index.ts'
import { makeParagraphs } from './paragraphs.ts'
import {
  attachmentAt,
  namesOfShortcodes,
  placeNotes,
  replaceShortcodes,
  shortcodeRules,
  withoutTags,
} from './shortcodes.ts'

/** The second link of a file, to the same address. */
const DOWNLOAD = '.wp-block-file__button'

/** Converts the text of a post: of the block editor, or of the classic one, with its shortcodes. */
export function convertContent(item: WxrItem, index: SiteIndex, receipt: Receipt): ConvertedHtml {
  const isOfBlocks = /<!-- wp:/.test(item.content)
  const whole = isOfBlocks ? withSharedBlocks(item.content, index, receipt) + notesHtml(item) : item.content
  const rules = shortcodeRules(index, item.id, receipt)
  const html = replaceShortcodes(whole.replaceAll('\r\n', '\n'), rules)
  for (const name of namesOfShortcodes(html)) receipt.add('shortcode', 1, `[${name}]`)
  return convertHtml(
    {
      html,
      ...(whole.includes('[') && { original: withoutTags(whole, rules) }),
      ignored: DOWNLOAD,
      base: URL.parse(item.link) ?? index.base,
      pictureAt: (address) => attachmentAt(address, index),
      isPageOfPicture: (address) => index.pages.has(withoutScheme(address)),
      adapt: (root) => {
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

/** Puts the blocks that several posts share in their places, and names the blocks that WordPress generates. */
function withSharedBlocks(content: string, index: SiteIndex, receipt: Receipt): string {
  return content.replace(BLOCK, (block, name: string, attributes = '{}') => {
    if (name === 'block') return index.sharedBlocks.get(/"ref":(\d+)/.exec(attributes)?.[1] ?? '') ?? ''
    if (!SILENT.test(name)) receipt.add('dynamic-block', 1, name)
    return block
  })
}

/** The texts of the footnotes of the block editor, which are beside the text of the post. */
function notesHtml({ meta }: WxrItem): string {
  const notes = parseNotes(meta.get('footnotes') ?? '')
  if (notes.length === 0) return ''
  const items = notes.map(({ id, content }) => `<li id="${id}">${content} <a href="#${id}-link">↩</a></li>`)
  return `<ol>${items.join('')}</ol>`
}

function parseNotes(json: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(json)
    return Array.isArray(notes) ? notes.filter(isNote) : []
  } catch {
    // Another plugin has used the name for something else.
    return []
  }
}

const isNote = (note: unknown): note is { id: string; content: string } =>
  typeof note === 'object' &&
  note !== null &&
  'id' in note &&
  'content' in note &&
  /^[\w-]{1,80}$/.test(String(note.id)) &&
  typeof note.content === 'string'

function adaptBlocks(root: Element, receipt: Receipt): void {
  receipt.add('gallery', elementsIn(root, '.wp-block-gallery, .tiled-gallery').length)
  unlistGalleries(root)
  showCovers(root)
  // A verse keeps its line ends and is no code.
  for (const verse of elementsIn(root, 'pre.wp-block-verse, pre.wp-block-preformatted')) {
    const paragraph = root.ownerDocument.createElement('p')
    paragraph.setAttribute('style', `white-space: pre-wrap;${verse.getAttribute('style') ?? ''}`)
    paragraph.append(...verse.childNodes)
    verse.replaceWith(paragraph)
  }
}

/** Older galleries are lists of figures, whose captions belong to the pictures. */
function unlistGalleries(root: Element): void {
  for (const item of elementsIn(root, '.wp-block-gallery li, ul.tiled-gallery li'))
    item.replaceWith(...item.childNodes)
  for (const list of elementsIn(root, '.wp-block-gallery ul, ul.wp-block-gallery'))
    list.replaceWith(...list.childNodes)
}

/** Older covers have their picture in the background of a text. */
function showCovers(root: Element): void {
  for (const cover of elementsIn(root, '[class*="wp-block-cover"][style*="background"]')) {
    const [, address] =
      /background(?:-image)?\s*:[^;]*?url\(\s*["']?([^"')]+)/i.exec(cover.getAttribute('style') ?? '') ?? []
    if (address && !cover.querySelector('img')) cover.before(make(cover, 'img', { src: address }))
  }
}
