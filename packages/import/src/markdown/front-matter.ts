import { type Fields, isFields } from '../archive/fields.ts'
import { parseYaml } from '../archive/yaml.ts'
import { SourceError } from '../source-error.ts'

/** A text with the facts above it. */
export interface Document {
  /** Names are in lower case and without signs: `publishDate`, `publish_date` and `publishdate` are one. */
  matter: Fields
  /** Whether the text begins with a block of facts, even an empty one. */
  hasMatter: boolean
  body: string
}

const YAML = /^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/
const TOML = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)?\+\+\+[ \t]*(?:\n|$)/
const JSON_BLOCK = /^(\{\n[\s\S]*?\n\})[ \t]*(?:\n|$)/

/** Reads the front matter of Jekyll, Hugo and Astro: YAML, TOML, or JSON. */
export async function readDocument(source: string): Promise<Document> {
  const text = source.replace(/\r\n?/g, '\n').replace(/^\s*\n(?=---\n|\+\+\+\n)/, '')
  const yaml = YAML.exec(text)
  if (yaml) return documentOf(parseYaml(yaml[1] ?? ''), text.slice(yaml[0].length))
  const toml = TOML.exec(text)
  if (toml) return documentOf(await parseToml(toml[1] ?? ''), text.slice(toml[0].length))
  const json = JSON_BLOCK.exec(text)
  if (json) return documentOf(parseJson(json[1] ?? ''), text.slice(json[0].length))
  return { matter: {}, hasMatter: false, body: text }
}

function documentOf(matter: unknown, body: string): Document {
  if (matter === null || matter === undefined) return { matter: {}, hasMatter: true, body }
  // A text that begins with a rule and has another one further down has no front matter.
  if (!isFields(matter)) throw new SourceError('What is above the text is not valid as front matter.')
  return { matter: namesOf(matter), hasMatter: true, body }
}

/** With names in lower case and without signs. */
export const namesOf = (matter: Fields): Fields =>
  Object.fromEntries(
    Object.entries(matter).map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ''), value]),
  )

/** Parses TOML, as in Hugo. */
export async function parseToml(text: string): Promise<unknown> {
  const { parse } = await import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    throw new SourceError('The TOML in it is not valid.', { cause: error })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SourceError('The JSON in it is not valid.', { cause: error })
  }
}
