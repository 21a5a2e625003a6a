import { ownPictures } from '@nightdesk/articles'
import {
  articlePath,
  authorPath,
  type Block,
  CREDIT_ROLES,
  content,
  imagePath,
  imageSource,
  mapElements,
  numberedPage,
  tagPath,
} from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import type { Archive, FormatInput } from '../archive/archive.ts'
import {
  type Fields,
  fieldsOf,
  instantOf,
  isFields,
  listOf,
  numberOf,
  parseJson,
  textOf,
} from '../archive/fields.ts'
import { compareWords } from '../html/words.ts'
import { readDocument } from '../markdown/front-matter.ts'
import {
  type HighestNumbers,
  type ImportedAuthor,
  type ImportedPerson,
  type OldAddress,
  type OldAddressTarget,
  type OpenedFormat,
  type PictureRef,
  type ReadText,
  SourceError,
} from '../model.ts'
import type { Receipt } from '../receipt.ts'

/** The file by which an export of Nightdesk is recognised. */
const MANIFEST = 'nightdesk.json'

/** The newest format of an export that is understood. */
const FORMAT = 1

const STORY = /^(?<folder>(?:stories|pages)\/(?<number>\d{1,10})?[^/]*)\/index\.md$/

/** An export of Nightdesk. The blocks of its stories are read as they were stored; the Markdown beside them is for people. */
export async function openNightdesk({ name, archive }: FormatInput): Promise<OpenedFormat> {
  const manifest = parseFields(await archive.text(MANIFEST), MANIFEST)
  if (typeof manifest.format !== 'number')
    throw new SourceError(`${damaged(MANIFEST)} Make or copy the export again.`)
  if (manifest.format > FORMAT)
    throw new SourceError('The export was made by a newer Nightdesk. Update this one first.')
  const site = fieldsOf(manifest.site)
  const base = URL.parse(textOf(site.url))
  return {
    kind: 'nightdesk',
    name: textOf(site.name) || name,
    identity: `nightdesk:${textOf(manifest.installation)}`,
    async *entries() {
      for (const path of archive.paths) {
        const story = STORY.exec(path)?.groups
        if (!story) continue
        const { folder = '', number = folder } = story
        yield { key: number, title: folder, read: (receipt) => readStory({ folder, base, archive }, receipt) }
      }
    },
    people: () => readPeople(archive, base),
    highest: () => highestNumbers(archive),
    redirects: () => oldAddresses(archive),
  }
}

const damaged = (path: string) => `“${path}” in the export is damaged.`

/** Folders of stories begin with their numbers. */
async function highestNumbers(archive: Archive): Promise<HighestNumbers> {
  const highest = { articles: 0, users: 0 }
  for (const path of archive.paths)
    highest.articles = Math.max(highest.articles, Number(STORY.exec(path)?.groups?.number ?? 0))
  for await (const { id } of linesOf(archive, 'people.jsonl'))
    highest.users = Math.max(highest.users, numberOf(textOf(id)) ?? 0)
  return highest
}

/** Redirects of the old site, and its lists, which have other addresses here unless they could keep theirs. */
async function* oldAddresses(archive: Archive): AsyncGenerator<OldAddress> {
  for await (const { name, slug } of linesOf(archive, 'tags.jsonl'))
    yield { path: tagPath(textOf(slug)), target: { kind: 'tag', name: textOf(name) } }
  for await (const { key } of readPeople(archive, null))
    yield { path: authorPath(Number(key)), target: { kind: 'person', key } }
  for await (const { path, story, target } of linesOf(archive, 'redirects.jsonl'))
    yield {
      path: textOf(path),
      target: typeof story === 'number' ? { kind: 'item', key: textOf(story) } : targetOf(textOf(target)),
    }
}

/** The page of a person has another address on another site. */
function targetOf(path: string): OldAddressTarget {
  const page = numberedPage(path)
  return page?.kind === 'author' ? { kind: 'person', key: `${page.id}` } : { kind: 'redirect', path }
}

async function* readPeople(archive: Archive, base: URL | null): AsyncGenerator<ImportedPerson> {
  for await (const { id, name, sort_name, bio, links, picture } of linesOf(archive, 'people.jsonl')) {
    const file = textOf(picture)
    const key = textOf(id)
    if (numberOf(key) === null) continue
    yield {
      key,
      name: textOf(name),
      sort_name: textOf(sort_name) || null,
      bio: textOf(bio),
      links: Array.isArray(links) ? links.map(textOf) : [],
      picture: file === '' ? null : pictureOf(file, { folder: 'people', base, archive }),
    }
  }
}

/** The rows of a file of JSON Lines; none if there is no such file. */
async function* linesOf(archive: Archive, path: string): AsyncGenerator<Fields> {
  if (!archive.has(path)) return
  let line = ''
  // `readline` would end a line at U+2028, too, which JSON does not escape.
  for await (const chunk of (await archive.stream(path)).setEncoding('utf8')) {
    const [end = '', ...lines] = String(chunk).split('\n')
    line += end
    for (const next of lines) {
      yield parseFields(line, path)
      line = next
    }
  }
  if (line !== '') yield parseFields(line, path)
}

function parseFields(text: string, path: string): Fields {
  const value = parseJson(text, damaged(path))
  if (!isFields(value)) throw new SourceError(damaged(path))
  return value
}

/** A story of another Nightdesk, or of this one at another time. */
async function readStory(place: Place, receipt: Receipt): Promise<ReadText> {
  const read = (file: string) => place.archive.text(`${place.folder}/${file}`)
  const { matter } = await readDocument(await read('index.md'))
  const stored = checkedBlocks(parseJson(await read('blocks.json'), damaged('blocks.json')))
  const { converted, pictures } = readPictures(stored, place)
  const poster = isFields(matter.poster) ? matter.poster : undefined
  const state = textOf(matter.state)
  const number = numberOf(textOf(matter.id))
  if (textOf(matter.scheduled) !== '') receipt.add('scheduled')
  const elsewhere = pictures.filter(({ path, address }) => path === null && address === null)
  receipt.add('picture-elsewhere', elsewhere.length)
  return {
    title: textOf(matter.title),
    content: converted,
    excerpt: textOf(matter.excerpt),
    isStored: true,
    state: STATES.find((known) => known === state) ?? 'draft',
    created_at: ownInstant(matter.created),
    published_at: ownInstant(matter.date),
    updated_at: ownInstant(matter.updated),
    authors: authorsOf(matter),
    tags: Array.isArray(matter.tags) ? matter.tags.map(textOf) : [],
    poster: poster ? { ...pictureOf(textOf(poster.file), place), alt: textOf(poster.alt) } : null,
    corrections: listOf(matter.corrections).map(({ date, text }) => ({
      text: textOf(text).trim(),
      created_at: ownInstant(date),
    })),
    pictures,
    addresses: number === null ? [] : [articlePath(number)],
    ...(matter.kind === 'page' && {
      page: { path: textOf(matter.address), shows_byline: matter.byline === true },
    }),
    words: compareWords([plainText(stored)], converted),
  }
}

const STATES: readonly ReadText['state'][] = ['draft', 'published', 'archived']

function checkedBlocks(blocks: unknown): Block[] {
  const { data, error } = content.safeParse(blocks)
  if (!data) throw new SourceError(`${error?.issues[0]?.message ?? 'The text is damaged'}.`)
  return data
}

const authorsOf = ({ credits }: Fields): ImportedAuthor[] =>
  listOf(credits).map(({ person, name, role }) => ({
    key: textOf(person),
    name: textOf(name),
    role: CREDIT_ROLES.find((known) => known === role) ?? 'author',
  }))

/** Where the files of a story are. */
interface Place {
  folder: string
  /** The address of the site; null if it is not known. */
  base: URL | null
  archive: Archive
}

/** The pictures of a text, each once, and the text with their addresses in place of names of files. */
function readPictures(blocks: readonly Block[], place: Place) {
  const files = ownPictures(blocks, { url: place.base?.origin ?? '' })
  const pictures = new Map<string, PictureRef>()
  const add = (picture: PictureRef) => {
    if (!pictures.has(picture.url)) pictures.set(picture.url, picture)
  }
  const converted = mapElements(blocks, (node) => {
    if (node.type !== 'image') return node
    const alt = stringOf(node.alt)
    const file = files.get(imageSource(node) ?? '')
    if (file !== undefined) {
      const picture = { ...pictureOf(file, place), alt }
      add(picture)
      const { filename: _, ...rest } = node
      return { ...rest, url: picture.url }
    }
    const url = stringOf(node.url)
    if (url !== '') add({ url, address: url, old_path: null, path: null, alt })
    return node
  })
  return { converted, pictures: [...pictures.values()] }
}

/** An uploaded picture. One that the export lacks may still be on the site. */
const BEGINNING = new Date(0).toISOString()

/** In an export of ours, the beginning of Unix time is a date as well. */
const ownInstant = (value: unknown) => (value === BEGINNING ? BEGINNING : instantOf(value))

function pictureOf(filename: string, { folder, base, archive }: Place): PictureRef {
  const url = imagePath(filename)
  const path = `${folder}/${filename}`
  return {
    url,
    address: (base && URL.parse(url, base)?.href) ?? null,
    old_path: null,
    path: archive.has(path) ? path : null,
    alt: '',
  }
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')
