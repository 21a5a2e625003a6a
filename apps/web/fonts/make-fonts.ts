import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BASIC, type Face, FEATURES, faces, LETTERS } from './faces.ts'
import { readRange, writeRange } from './unicode-range.ts'

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
  const recipes = ['faces.ts', 'make-fonts.ts', 'unicode-range.ts'].map((name) =>
    join(import.meta.dirname, name),
  )
  const packages = [...new Set(faces.map(({ source }) => source.package)), 'subset-font']
  const manifests = packages.map((name) => join(packageFolder(name), 'package.json'))
  const hash = createHash('sha256')
  for (const path of [...recipes, ...manifests]) hash.update(await readFile(path))
  return hash.digest('hex')
}

/** Ordered from the least used subset to the most used one; no character is in two of them. */
async function subsetsOf(face: Face): Promise<Subset[]> {
  if (face.only) return [await cut(face, 'basic', { script: 'latin', characters: codePoints(face.only) })]
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
