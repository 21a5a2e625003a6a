import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SubsetOptions } from 'subset-font'

const FOLDER = join(import.meta.dirname, '../.fonts')
const STYLES = join(FOLDER, 'fonts.css')

/** A file of a face, and the characters that make a browser fetch it. */
interface Subset {
  path: string
  range: string
}

/**
 * Cuts the fonts into the characters of a first visit, and files that a browser fetches only when a page has their
 * characters. Writes `.fonts/fonts.css`, once for each change of the recipe.
 */
export async function makeFonts(): Promise<void> {
  const recipe = `/* ${await fingerprint()} */`
  const made = await readFile(STYLES, 'utf8').catch(() => '') // there is none before the first run
  if (made.startsWith(recipe)) return
  await mkdir(FOLDER, { recursive: true })
  const rules: string[] = []
  for (const face of faces) for (const subset of await subsetsOf(face)) rules.push(ruleOf(face, subset))
  // Last and atomically: when the style sheet exists, so do the files that it names.
  await replaceFile(STYLES, `${recipe}\n\n${rules.join('\n')}`)
}

/** A hash of all inputs of the files. */
async function fingerprint(): Promise<string> {
  const packages = [...new Set(faces.map(({ source }) => source.package)), 'subset-font']
  const manifests = packages.map((name) => join(packageFolder(name), 'package.json'))
  const hash = createHash('sha256')
  for (const path of [import.meta.filename, ...manifests]) hash.update(await readFile(path))
  return hash.digest('hex')
}

/** Ordered from the least used subset to the most used one; no character is in two of them. */
async function subsetsOf(face: Face): Promise<Subset[]> {
  if (face.only) return [await cut(face, 'only', { script: 'latin', characters: codePoints(face.only) })]
  const path = join(packageFolder(face.source.package), 'unicode.json')
  const ranges = JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
  const { latin = '', ...others } = ranges
  const [basic, letters] = [codePoints(BASIC), codePoints(LETTERS)]
  const whole = Object.entries(others).map(([script, range]) => ({
    path: fileOf(face, script),
    range: writeRange(readRange(range).difference(letters)),
  }))
  return [
    ...whole,
    await cut(face, 'letters', { script: 'latin-ext', characters: letters }),
    await cut(face, 'latin', { script: 'latin', characters: readRange(latin).difference(basic) }),
    await cut(face, 'basic', { script: 'latin', characters: basic.intersection(readRange(latin)) }),
  ]
}

/** `script` names the source file. */
interface Cut {
  script: string
  characters: Set<number>
}

async function cut(face: Face, name: string, { script, characters }: Cut): Promise<Subset> {
  const { default: subset } = await import('subset-font')
  const { axes, features = FEATURES, family, style, weight } = face
  const font = await subset(await readFile(fileOf(face, script)), String.fromCodePoint(...characters), {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: features,
  })
  const path = join(FOLDER, `${family}-${style}-${weight}-${name}.woff2`.toLowerCase().replaceAll(' ', '-'))
  await replaceFile(path, font)
  return { path, range: writeRange(characters) }
}

function ruleOf({ family, style, weight }: Face, { path, range }: Subset): string {
  return `@font-face {
  font-family: "${family}";
  font-style: ${style};
  font-display: swap;
  font-weight: ${weight};
  src: url("${relative(FOLDER, path)}") format("woff2");
  unicode-range: ${range};
}
`
}

const fileOf = ({ source }: Face, script: string) =>
  join(packageFolder(source.package), 'files', `${source.name}-${script}-${source.ending}.woff2`)

const codePoints = (text: string) => new Set(Array.from(text, (character) => character.codePointAt(0) ?? 0))

const packageFolder = (name: string) => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))

/** Renames into place, as several builds may write the same file at the same time. */
async function replaceFile(path: string, data: string | Uint8Array) {
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, data)
  await rename(temporary, path)
}

/** A family in one style and one range of weights, subset from a Fontsource package. */
interface Face {
  family: string
  style: 'normal' | 'italic'
  /** The range that style sheets may ask for, which is wider than the range in the file. */
  weight: string
  /** Start and end of its file names, with the script between them. */
  source: { package: string; name: string; ending: string }
  /** The axes of the Latin subset. */
  axes: SubsetOptions['variationAxes']
  features?: string[]
  /** Only these characters, also where a face before has them; there is no file for others. */
  only?: string
}

/** Nearly all characters of English text with its punctuation. A first visit loads these. */
const BASIC = `${range(0x20, 0x7e)}\u{a0}©·×é–—‘’“”•…‹›↑↓`

/** Letters of names such as Ngũgĩ, and of most European languages. */
const LETTERS = range(0x100, 0x17f)

/** The features that browsers apply by default, without alternate figures and letters. */
const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'rlig', 'mark', 'mkmk']

const literata = {
  family: 'Literata Variable',
  source: { package: '@fontsource-variable/literata', name: 'literata', ending: 'opsz-normal' },
} satisfies Partial<Face>

const italic = { ...literata.source, ending: 'opsz-italic' }

const faces: Face[] = [
  // Titles are light and large, all other text is neither: one optical size for each needs two thirds of the bytes.
  { ...literata, style: 'normal', weight: '350 900', axes: { wght: { min: 400, max: 700 }, opsz: 20 } },
  { ...literata, style: 'normal', weight: '200 349', axes: { wght: 300, opsz: 72 } },
  // Lines of signs are hairlines there: a plus looks like a bar, and a minus like nothing.
  { ...literata, style: 'normal', weight: '200 349', axes: { wght: 300, opsz: 20 }, only: '+±−×÷=<>~^' },
  // Italics occur in body text only: two weights need half of the bytes of all.
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

/** Reads `U+0000-00FF,U+0131`. @returns the characters */
function readRange(range: string): Set<number> {
  const parts = range.split(',').map((part) => {
    const [first = 0, last = first] = part
      .replace('U+', '')
      .split('-')
      .map((hex) => Number.parseInt(hex, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return new Set(parts.flat())
}

/** Formats characters as a `unicode-range`. */
function writeRange(characters: Iterable<number>): string {
  const runs: { first: number; last: number }[] = []
  for (const character of [...characters].sort((one, other) => one - other)) {
    const run = runs.at(-1)
    if (run && run.last === character - 1) run.last = character
    else runs.push({ first: character, last: character })
  }
  const hex = (character: number) => character.toString(16)
  return runs
    .map(({ first, last }) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`))
    .join(',')
}
