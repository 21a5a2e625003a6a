import { isScalar, parseDocument, visit, YAMLParseError } from 'yaml'
import { type Fields, fieldsOf, instantOf, isFields, parseJson, textOf } from '../archive/fields.ts'
import { plainLine } from '../html/parse.ts'
import { type ImportedAuthor, SourceError } from '../model.ts'
import type { Receipt } from '../receipt.ts'

/** A text with the facts above it. */
export interface Document {
  /** Names are in lower case and without signs: `publishDate`, `publish_date` and `publishdate` are one. */
  matter: Fields
  /** Whether the text begins with a block of facts, even an empty one. */
  hasMatter: boolean
  body: string
}

/** The front matter of Jekyll, Hugo and Astro: YAML, TOML, or JSON. */
const BLOCKS: [block: RegExp, parse: (text: string) => unknown][] = [
  [/^---[ \t]*\n(?:([\s\S]*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/, (text) => parseYaml(text)],
  [/^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)?\+\+\+[ \t]*(?:\n|$)/, (text) => parseToml(text)],
  [/^(\{\n[\s\S]*?\n\})[ \t]*(?:\n|$)/, (text) => parseJson(text, 'The JSON in it is not valid.')],
]

/** Parts a text from the facts above it. */
export async function readDocument(source: string): Promise<Document> {
  const text = source.replace(/\r\n?/g, '\n').replace(/^\s*\n(?=---\n|\+\+\+\n)/, '')
  for (const [block, parse] of BLOCKS) {
    const [whole, facts = ''] = block.exec(text) ?? []
    if (whole === undefined) continue
    const matter = (await parse(facts)) ?? {}
    // A text that begins with a rule and has another one further down has no front matter.
    if (!isFields(matter)) throw new SourceError('What is above the text is not valid as front matter.')
    return { matter: namesOf(matter), hasMatter: true, body: text.slice(whole.length) }
  }
  return { matter: {}, hasMatter: false, body: text }
}

/** With names in lower case and without signs. Hugo has the facts of its themes in `params`, too. */
export const namesOf = ({ params, ...matter }: Fields): Fields =>
  Object.fromEntries(
    Object.entries({ ...fieldsOf(params), ...matter }).map(([name, value]) => [
      name.toLowerCase().replace(/[ _-]/g, ''),
      value,
    ]),
  )

/** A sentence for people about a text that cannot be parsed. @param where its first fault, such as ` in line 3`, or nothing */
type Damaged = (where: string) => string

/** Parses TOML, as in Hugo. */
export async function parseToml(
  text: string,
  damaged: Damaged = () => 'The TOML in it is not valid.',
): Promise<unknown> {
  const { parse, TomlError } = await import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    throw new SourceError(damaged(error instanceof TomlError ? ` in line ${error.line}` : ''), {
      cause: error,
    })
  }
}

/** Parses YAML. Aliases that multiply, as in an attack, are refused. A key that is there twice, or an error, would be searched for in all of the text. */
export function parseYaml(text: string, damaged: Damaged = () => 'The YAML in it is not valid.'): unknown {
  try {
    const document = parseDocument(text, { logLevel: 'error', prettyErrors: false, uniqueKeys: false })
    const [error] = document.errors
    if (error) throw error
    visit(document, {
      // A list or map as a key would be written as YAML again, each level of it anew.
      Pair: (_, pair) => {
        if (!isScalar(pair.key)) pair.key = null
      },
    })
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    const line = error instanceof YAMLParseError && text.slice(0, error.pos[0]).split('\n').length
    throw new SourceError(damaged(line ? ` in line ${line}` : ''), { cause: error })
  }
}

/** The first of several facts that a text has. */
export const firstOf = (matter: Fields, names: readonly string[]): unknown =>
  names.map((name) => matter[name]).find((value) => value !== undefined && value !== null && value !== '')

/** Texts of a fact: a list, or words between commas. An entry may be an object with a name, or the categories of Hexo in each other. */
export function textsOf(value: unknown): string[] {
  const texts =
    Array.isArray(value) || isFields(value) ? [value].flat(2).map(nameOf) : textOf(value).split(',')
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

const nameOf = (value: unknown) =>
  textOf(isFields(value) ? firstOf(value, ['name', 'title', 'label', 'slug']) : value)

/** Jekyll writes tags and categories between blanks, if not as a list. */
export function tagsIn(value: unknown): string[] {
  const text = textOf(value)
  return typeof value === 'object' || text.includes(',')
    ? textsOf(value)
    : text.split(/\s+/).filter((tag) => tag !== '')
}

export function tagsOf(matter: Fields): string[] {
  const taxonomies = fieldsOf(matter.taxonomies)
  const all = ['tags', 'tag', 'categories', 'category'].flatMap((name) =>
    [matter[name], taxonomies[name]].flatMap(name === 'tag' || name === 'category' ? textsOf : tagsIn),
  )
  return all.map(plainLine)
}

const ROLES = ['author', 'translator', 'artist', 'narrator', 'editor'] as const

/** `author`, `authors`, `translator`…: names, or objects with a name. */
export const authorsOf = (matter: Fields): ImportedAuthor[] =>
  ROLES.flatMap((role) =>
    [matter[role], matter[`${role}s`]].flat().flatMap((person) => authorOf(person, role)),
  )

function authorOf(person: unknown, role: ImportedAuthor['role']): ImportedAuthor[] {
  const facts: Fields = isFields(person) ? person : { name: person }
  const name = (textOf(facts.name) || textOf(facts.title)).trim()
  const email = textOf(facts.email)
  return name === '' ? [] : [{ name, ...(email && { email }), role }]
}

/** The facts that say each date. The first one that is a date wins. */
const DATES = {
  published_at:
    'publishdate publishedat publisheddate publishedon datepublished pubdate publicationdate date published posted postedat dateposted',
  created_at: 'created createdat createddate createdon datecreated creationdate date',
  updated_at:
    'lastmod updated updatedat updateddate dateupdated lastupdated modified modifiedat modifieddate datemodified lastmodified lastmodifiedat lastedited',
}

/** A text that was published says it, or else the name of its file; or it was created or changed at a date. */
export function datesOf(matter: Fields, ofFile: string | null) {
  const dateOf = (names: string) =>
    names.split(' ').reduce<string | null>((found, name) => found ?? instantOf(matter[name]), null)
  const created = dateOf(DATES.created_at)
  const updated = dateOf(DATES.updated_at)
  const published_at = dateOf(DATES.published_at) ?? ofFile ?? created ?? updated
  return { created_at: created ?? published_at, published_at, updated_at: updated ?? published_at }
}

const isYes = (value: unknown) => /^(?:true|yes|on|1)$/i.test(String(value))
const isNo = (value: unknown) => /^(?:false|no|off|0|never|none)$/i.test(String(value))

/** Facts that hide a text when they are true, and those that do when they are false. */
const HIDDEN_IF =
  'hidden hide private isprivate unlisted isunlisted headless exclude excluded protected encrypted archived deleted membersonly subscribersonly eleventyexcludefromcollections'
const HIDDEN_UNLESS = 'publish listed islisted visible public ispublic show permalink'
const EXPIRY = ['expirydate', 'unpublishdate', 'expires', 'expirationdate']
const PUBLIC = /^(?:publish(?:ed)?|public|live|everyone|all|true)?$/i

/** Whether readers of the old site saw a text. What may have been hidden is a draft; the receipt says why. */
export function stateOf(matter: Fields, isHiddenPath: boolean, receipt: Receipt): 'draft' | 'published' {
  if (['draft', 'isdraft'].some((name) => isYes(matter[name]))) return 'draft'
  if (['published', 'ispublished'].some((name) => isNo(matter[name]))) return 'draft'
  if (/^(?:draft|pending)$/i.test(textOf(matter.status))) return 'draft'
  const build = fieldsOf(matter.build)
  const [hiddenBy] = [
    ...HIDDEN_IF.split(' ').filter((name) => isYes(matter[name])),
    ...HIDDEN_UNLESS.split(' ').filter((name) => isNo(matter[name])),
    ...['status', 'visibility', 'access'].filter((name) => !PUBLIC.test(String(matter[name] ?? ''))),
    ...['render', 'list'].filter((name) => !/^(?:always|true)$/.test(String(build[name] ?? 'always'))),
    ...(isHiddenPath ? ['by its folder'] : []),
  ]
  const expiry = firstOf(matter, EXPIRY)
  const isExpired = expiry !== undefined && !(Date.parse(instantOf(expiry) ?? '') > Date.now())
  const hasPassword = Boolean(matter.password)
  if (hiddenBy) receipt.add('hidden', 1, hiddenBy)
  if (expiry !== undefined) receipt.add(isExpired ? 'expired' : 'expiry')
  if (hasPassword) receipt.add('password')
  return hiddenBy || isExpired || hasPassword ? 'draft' : 'published'
}

const POSTERS = 'image cover featuredimage featureimage heroimage thumbnail banner ogimage header'

/** The picture above a text. */
export function posterOf(matter: Fields): { source: string; alt: string; caption: string } {
  const [first] = [firstOf(matter, POSTERS.split(' '))].flat()
  const facts: Fields = isFields(first) ? first : { src: first }
  const picture = firstOf(facts, ['src', 'url', 'image', 'path', 'teaser', 'overlay_image'])
  return {
    source: textOf(picture).trim(),
    alt: textOf(facts.alt) || textOf(firstOf(matter, ['imagealt', 'coveralt', 'heroimagealt'])),
    caption: textOf(facts.caption),
  }
}
