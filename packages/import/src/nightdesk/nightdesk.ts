import { createInterface } from 'node:readline'
import { authorPath, tagPath } from '@nightdesk/contracts'
import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { type Fields, isFields, numberOf, textOf } from '../archive/fields.ts'
import { readDocument } from '../markdown/front-matter.ts'
import type {
  HighestNumbers,
  ImportedPerson,
  ImportedText,
  OldAddress,
  OldAddressTarget,
  OpenedFormat,
} from '../model.ts'

import { personIn } from '../person-address.ts'
import { SourceError } from '../source-error.ts'
import { importedStory } from './item.ts'
import { pictureOf } from './pictures.ts'

/** The file by which an export of Nightdesk is recognised. */
const MANIFEST = 'nightdesk.json'

/** The newest format of an export that is understood. */
const FORMAT = 1

const STORY = /^(?<folder>stories\/(?<number>\d{1,10})?[^/]*)\/index\.md$/

/** An export of Nightdesk. The blocks of its stories are read as they were stored; the Markdown beside them is for people. */
export async function openNightdesk({ name, archive }: ArchiveInput): Promise<OpenedFormat> {
  const manifest = parseFields(await archive.text(MANIFEST), MANIFEST)
  if (typeof manifest.format !== 'number') throw new SourceError(DAMAGED)
  if (manifest.format > FORMAT)
    throw new SourceError('The export was made by a newer Nightdesk. Update this one first.')
  const site = isFields(manifest.site) ? manifest.site : {}
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
        yield { key: number, title: folder, read: () => readStory(folder, base, archive) }
      }
    },
    people: () => readPeople(archive, base),
    highest: () => highestNumbers(archive),
    redirects: () => oldAddresses(archive),
  }
}

const DAMAGED = `“${MANIFEST}” in the export is damaged. Make or copy the export again.`

async function readStory(folder: string, base: URL | null, archive: Archive): Promise<ImportedText> {
  const { matter } = await readDocument(await archive.text(`${folder}/index.md`))
  const blocks = parseJson(await archive.text(`${folder}/blocks.json`), 'blocks.json')
  return importedStory({ folder, matter, blocks, base, archive })
}

/** Folders of stories begin with their numbers. */
async function highestNumbers(archive: Archive): Promise<HighestNumbers> {
  let [item, person] = [0, 0]
  for (const path of archive.paths) item = Math.max(item, Number(STORY.exec(path)?.groups?.number ?? 0))
  for await (const { id } of linesOf(archive, 'people.jsonl'))
    person = Math.max(person, numberOf(textOf(id)) ?? 0)
  return { item, person }
}

/** Redirects of the old site, and its lists, which have other addresses here unless they could keep theirs. */
async function* oldAddresses(archive: Archive): AsyncGenerator<OldAddress> {
  for await (const { name, slug } of linesOf(archive, 'tags.jsonl'))
    yield { path: tagPath(textOf(slug)), target: { kind: 'tag', name: textOf(name) } }
  for await (const { id } of linesOf(archive, 'people.jsonl'))
    yield { path: authorPath(Number(textOf(id))), target: { kind: 'person', key: textOf(id) } }
  for await (const { path, story, target } of linesOf(archive, 'redirects.jsonl'))
    yield {
      path: textOf(path),
      target: typeof story === 'number' ? { kind: 'item', key: textOf(story) } : targetOf(textOf(target)),
    }
}

/** The page of a person has another address on another site. */
function targetOf(path: string): OldAddressTarget {
  const key = personIn(path)
  return key === undefined ? { kind: 'path', path } : { kind: 'person', key }
}

async function* readPeople(archive: Archive, base: URL | null): AsyncGenerator<ImportedPerson> {
  for await (const { id, name, sort_name, bio, links, picture } of linesOf(archive, 'people.jsonl')) {
    const file = textOf(picture)
    yield {
      key: textOf(id),
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
  for await (const line of createInterface({ input: await archive.stream(path) }))
    yield parseFields(line, path)
}

function parseFields(text: string, path: string): Fields {
  const value = parseJson(text, path)
  if (!isFields(value)) throw new SourceError(`“${path}” in the export is damaged.`)
  return value
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SourceError(`“${path}” in the export is damaged.`, { cause: error })
  }
}
