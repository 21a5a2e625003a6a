import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import satori, { type Font, type SatoriOptions } from 'satori'

/** An element for satori: like React’s, without React. */
export const element = (style: object, children: unknown) => ({ type: 'div', props: { style, children } })

interface Size {
  width: number
  height: number
}

/** Lays out text as SVG with letters as paths, so that no font is needed to show it. */
export async function write(
  content: ReturnType<typeof element>,
  { width, height }: Size,
  onMissing?: SatoriOptions['loadAdditionalAsset'],
): Promise<string> {
  const asset = onMissing && { loadAdditionalAsset: onMissing }
  // Its type asks for React’s elements, but it reads only these properties.
  return satori(content as Parameters<typeof satori>[0], { width, height, fonts: await fonts, ...asset })
}

/**
 * A text without symbols that our fonts lack, such as emoji. Null when a letter is missing: a script without a font would
 * be rows of boxes.
 */
export async function drawable(text: string): Promise<string> {
  const plain = text
    .normalize('NFC')
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
  const cached = graphemes(plain).filter((grapheme) => !lacking.has(grapheme))
  return cached.join('').replace(/\s+/g, ' ').trim()
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Graphemes: characters as a person counts them. */
export const graphemes = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Each font file holds a part of Unicode under its own name. Satori takes the first that has a letter. */
const SUBSETS = {
  literata: ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'],
  'instrument-sans': ['latin', 'latin-ext'],
} as const
type Family = keyof typeof SUBSETS

const familyOf = (name: Family) => SUBSETS[name].map((subset) => `${name} ${subset}`).join(', ')
export const SERIF = familyOf('literata')
/** Names in other scripts fall back to the serif, which has more of them. */
export const SANS = `${familyOf('instrument-sans')}, ${SERIF}`

const fonts: Promise<Font[]> = Promise.all([
  ...SUBSETS.literata.map((subset) => load('literata', subset, 300)),
  ...SUBSETS['instrument-sans'].map((subset) => load('instrument-sans', subset, 500)),
])

async function load(name: Family, subset: string, weight: 300 | 500): Promise<Font> {
  const file = import.meta.resolve(`@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`)
  return { name: `${name} ${subset}`, data: await readFile(fileURLToPath(file)), weight, style: 'normal' }
}
