import type { SubsetOptions } from 'subset-font'

/** A family in one style and one range of weights, subset from a Fontsource package. */
export interface Face {
  family: string
  style: 'normal' | 'italic'
  /** The range that style sheets may ask for, which is wider than the range in the file. */
  weight: string
  /** Start and end of its file names, with the script between them. */
  source: { package: string; name: string; ending: string }
  /** The axes of the Latin subset. */
  axes: SubsetOptions['variationAxes']
  features?: string[]
  /** Only these characters; there is no file for others. */
  only?: string
}

/** Nearly all characters of English text with its punctuation. A first visit loads these. */
export const BASIC = `${range(0x20, 0x7e)}\u{a0}©·×é–—‘’“”•…‹›↑↓`

/** Letters of names such as Ngũgĩ, and of most European languages. */
export const LETTERS = range(0x100, 0x17f)

/** The features that browsers apply by default, without alternate figures and letters. */
export const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'rlig', 'mark', 'mkmk']

const literata = {
  family: 'Literata Variable',
  source: { package: '@fontsource-variable/literata', name: 'literata', ending: 'opsz-normal' },
} satisfies Partial<Face>

const italic = { ...literata.source, ending: 'opsz-italic' }

export const faces: Face[] = [
  {
    ...literata,
    style: 'normal',
    weight: '200 900',
    axes: { wght: { min: 300, max: 700 }, opsz: { min: 12, max: 72 } },
  },
  // Italics occur in body text only: one optical size and two weights need a quarter of the bytes of the full font.
  { ...literata, style: 'italic', weight: '200 550', source: italic, axes: { wght: 400, opsz: 18 } },
  { ...literata, style: 'italic', weight: '551 900', source: italic, axes: { wght: 700, opsz: 18 } },
  // Except for the phrase on the home page.
  {
    family: 'Literata Display',
    style: 'italic',
    weight: '200 900',
    source: italic,
    axes: { wght: 300, opsz: 72 },
    only: ` ${range(0x61, 0x7a)}`,
  },
  {
    family: 'Instrument Sans Variable',
    style: 'normal',
    weight: '400 700',
    source: {
      package: '@fontsource-variable/instrument-sans',
      name: 'instrument-sans',
      ending: 'wght-normal',
    },
    axes: { wght: { min: 400, max: 700 } },
    features: [...FEATURES, 'tnum'],
  },
  {
    family: 'JetBrains Mono Variable',
    style: 'normal',
    weight: '100 800',
    source: {
      package: '@fontsource-variable/jetbrains-mono',
      name: 'jetbrains-mono',
      ending: 'wght-normal',
    },
    axes: { wght: { min: 400, max: 700 } },
    // Code shows the characters that were typed, not arrows in their place.
    features: ['ccmp', 'locl', 'mark'],
  },
]

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}
