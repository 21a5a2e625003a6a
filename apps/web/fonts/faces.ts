import type { SubsetOptions } from 'subset-font'

/** A family in one style and one range of weights, cut from a package of Fontsource. */
export interface Face {
  family: string
  style: 'normal' | 'italic'
  /** What the style sheets may ask for, which is more than the file need hold. */
  weight: string
  /** Beginning and end of the names of its files: the script they are for stands between. */
  source: { package: string; name: string; ending: string }
  /** What is kept of the Latin part. */
  axes: SubsetOptions['variationAxes']
  features?: string[]
  /** Nothing but these characters, and no file for any other. */
  only?: string
}

/** Nearly all that is written in English, with its punctuation: what a first visit loads. */
export const BASIC = `${range(0x20, 0x7e)}\u{a0}©·×é–—‘’“”•…‹›↑↓`

/** Those of names such as Ngũgĩ, and of most languages of Europe. */
export const LETTERS = range(0x100, 0x17f)

/** What a browser applies unasked; alternate figures and letters stay out. */
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
  // Italics stand in text: one size and two weights take a quarter of the bytes of all.
  { ...literata, style: 'italic', weight: '200 550', source: italic, axes: { wght: 400, opsz: 18 } },
  { ...literata, style: 'italic', weight: '551 900', source: italic, axes: { wght: 700, opsz: 18 } },
  // But for the phrase of the home page.
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
