import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { accentColours, CARD_SIZE, DEFAULT_ACCENT } from '@nightdesk/contracts'
import { CARD_TITLE_LENGTH, truncate } from '@nightdesk/editor'
import { answerRequests, sniffImage } from '@nightdesk/images'
import { hardenSharp } from '@nightdesk/images/harden-sharp'
import satori, { type Font, type SatoriOptions } from 'satori'
import sharp from 'sharp'

// Only our own drawings are SVG. Decoders never see an upload that is SVG.
hardenSharp(['Svg'])

export interface DrawRequest {
  /** Pixels: landscape for a card, portrait for a book cover. */
  format: keyof typeof FORMATS
  title: string
  author: string
  site: string
  /** `#rrggbb`; null for the yellow. */
  accent: string | null
  /** The drawing that replaces a picture, as SVG. */
  cover: string
  /** An uploaded picture, shown instead of the drawing unless it is broken. */
  poster?: Uint8Array | undefined
}

export interface DrawReply {
  png: Uint8Array
}

interface Size {
  width: number
  height: number
}

/** In `titles`: a number of characters, the font size of titles up to it, and the number of lines that fit. */
const FORMATS = {
  card: {
    ...CARD_SIZE,
    picture: { left: 660, top: 0, width: 540, height: 630 },
    text: { left: 60, top: 56, width: 548, height: 518 },
    titles: [
      [24, 82, 4],
      [56, 64, 5],
      [90, 52, 6],
      [140, 44, 8],
    ],
    label: 26,
  },
  jacket: {
    width: 1200,
    height: 1800,
    picture: { left: 0, top: 0, width: 1200, height: 900 },
    text: { left: 96, top: 972, width: 1008, height: 740 },
    titles: [
      [24, 136, 4],
      [56, 108, 5],
      [90, 88, 6],
      [140, 72, 8],
    ],
    label: 44,
  },
}

type Format = (typeof FORMATS)[DrawRequest['format']]

/** The picture of an article on other sites: its title on the accent of the site, and its poster or drawing. */
export async function draw(request: DrawRequest): Promise<DrawReply> {
  const { format, title, author, site, cover, poster } = request
  const { accent, on_accent } = accentColours(request.accent ?? DEFAULT_ACCENT, 'light')
  const { width, height, picture, text } = FORMATS[format]
  const words = { title: await drawable(title), author: await drawable(author), site: await drawable(site) }
  const writing = await write(column(FORMATS[format], words, on_accent), text)
  const png = await sharp({ create: { width, height, channels: 3, background: accent } })
    .composite([
      { input: await pictureOf(picture, cover, poster), left: picture.left, top: picture.top },
      { input: Buffer.from(writing), left: text.left, top: text.top },
    ])
    // Few colours make a file small enough for every site, and are enough for a drawing.
    .png({ palette: true, quality: 90, effort: 4 })
    .toBuffer()
  return { png }
}

async function pictureOf({ width, height }: Size, cover: string, poster?: Uint8Array): Promise<Buffer> {
  const fit = (bytes: Uint8Array) =>
    sharp(bytes, { failOn: 'error', density: 150 }).resize(width, height, { fit: 'cover' }).png().toBuffer()
  const drawing = Buffer.from(cover)
  if (!poster || !sniffImage(poster)) return fit(drawing)
  return fit(poster).catch(() => fit(drawing)) // a broken picture counts as none
}

type Words = Pick<DrawRequest, 'title' | 'author' | 'site'>

/** The name of the site when the title cannot be drawn: no title is better than half of one. */
function column({ titles, label }: Format, { title, author, site }: Words, color: string) {
  const shown = truncate(title || site, CARD_TITLE_LENGTH)
  const length = graphemes(shown).length
  const [, fontSize, lineClamp] = titles.find(([most = 0]) => length <= most) ?? titles.at(-1) ?? []
  const small = { fontFamily: SANS, fontWeight: 500, fontSize: label, lineHeight: 1.3 }
  const heading = {
    display: 'block',
    fontFamily: SERIF,
    fontWeight: 300,
    fontSize,
    lineClamp,
    lineHeight: 1.08,
    letterSpacing: '-0.02em',
    wordBreak: 'break-word',
  }
  const lines = { display: 'block', lineClamp: 1, wordBreak: 'break-all' }
  const frame = { display: 'flex', flexDirection: 'column', justifyContent: 'space-between' }
  return element({ ...frame, width: '100%', height: '100%', color }, [
    element({ ...small, ...lines }, title ? site : ''),
    element(heading, shown),
    element({ ...small, ...lines }, title && author),
  ])
}

/** An element for satori: like React’s, without React. */
const element = (style: object, children: unknown) => ({ type: 'div', props: { style, children } })

/** Lays out text as SVG with letters as paths, so that no font is needed to show it. */
async function write(
  content: ReturnType<typeof element>,
  { width, height }: Size,
  onMissing?: SatoriOptions['loadAdditionalAsset'],
): Promise<string> {
  const asset = onMissing && { loadAdditionalAsset: onMissing }
  // Its type asks for React’s elements, but it reads only these properties.
  return satori(content as Parameters<typeof satori>[0], { width, height, fonts: await fonts, ...asset })
}

/**
 * A text without symbols that our fonts lack, such as emoji. Empty when a letter is missing: a script without a font would
 * be rows of boxes.
 */
async function drawable(text: string): Promise<string> {
  const plain = text
    .normalize('NFC')
    // Such as a soft hyphen within a word.
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return ''
  let missing = ''
  await write(
    element({ fontFamily: SANS, fontSize: 20 }, plain),
    { width: 600, height: 600 },
    async (_, letters) => {
      missing += letters
      return []
    },
  )
  if (/[\p{L}\p{M}\p{N}]/u.test(missing)) return ''
  const lacking = new Set(graphemes(missing))
  const kept = graphemes(plain).filter((grapheme) => !lacking.has(grapheme))
  return kept.join('').replace(/\s+/g, ' ').trim()
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Graphemes: characters as a person counts them. */
const graphemes = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Each font file holds a part of Unicode under its own name. Satori takes the first that has a letter. */
const SUBSETS = {
  literata: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  'instrument-sans': ['latin', 'latin-ext'],
} as const
type Family = keyof typeof SUBSETS

const familyOf = (name: Family) => SUBSETS[name].map((subset) => `${name} ${subset}`).join(', ')
const SERIF = familyOf('literata')
/** Names in other scripts fall back to the serif, which has more of them. */
const SANS = `${familyOf('instrument-sans')}, ${SERIF}`

const fonts: Promise<Font[]> = Promise.all([
  ...SUBSETS.literata.map((subset) => load('literata', subset, 300)),
  ...SUBSETS['instrument-sans'].map((subset) => load('instrument-sans', subset, 500)),
])

async function load(name: Family, subset: string, weight: 300 | 500): Promise<Font> {
  const file = import.meta.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`)
  return { name: `${name} ${subset}`, data: await readFile(fileURLToPath(file)), weight, style: 'normal' }
}

answerRequests<DrawRequest, DrawReply>(draw)
