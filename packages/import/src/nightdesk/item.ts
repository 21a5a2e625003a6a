import { articlePath, type Block, CREDIT_ROLES, content } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import type { Archive } from '../archive/archive.ts'
import { type Fields, instantOf, isFields, listOf, textOf } from '../archive/fields.ts'
import { compareWords } from '../html/words.ts'
import type { ImportedAuthor, ImportedText } from '../model.ts'
import { Receipt } from '../receipt/losses.ts'
import { SourceError } from '../source-error.ts'
import { pictureOf, readPictures } from './pictures.ts'

interface StoryFiles {
  /** The folder of the story. */
  folder: string
  /** The front matter of its Markdown. */
  matter: Fields
  /** Its blocks, unchecked. */
  blocks: unknown
  /** The address of the site; null if it is not known. */
  base: URL | null
  archive: Archive
}

/** A story of another Nightdesk, or of this one at another time. */
export function importedStory({ folder, matter, blocks, base, archive }: StoryFiles): ImportedText {
  const stored = checkedBlocks(blocks)
  const place = { folder, base, archive }
  const { blocks: found, pictures } = readPictures(stored, place)
  const poster = isFields(matter.poster) ? matter.poster : undefined
  const receipt = new Receipt()
  const state = textOf(matter.state)
  if (textOf(matter.scheduled) !== '') receipt.add('scheduled')
  const elsewhere = pictures.filter(({ path, address }) => path === null && address === null)
  receipt.add('picture-elsewhere', elsewhere.length)
  return {
    title: textOf(matter.title),
    content: found,
    excerpt: textOf(matter.excerpt),
    isStored: true,
    state: STATES.find((known) => known === state) ?? 'draft',
    created_at: instantOf(matter.created),
    published_at: instantOf(matter.date),
    updated_at: instantOf(matter.updated),
    authors: authorsOf(matter),
    tags: Array.isArray(matter.tags) ? matter.tags.map(textOf) : [],
    poster: poster ? { ...pictureOf(textOf(poster.file), place), alt: textOf(poster.alt) } : null,
    corrections: listOf(matter.corrections).map(({ date, text }) => ({
      text: textOf(text).trim(),
      created_at: instantOf(date),
    })),
    pictures,
    addresses: [articlePath(Number(matter.id))],
    receipt: receipt.losses,
    words: compareWords([plainText(stored)], found),
  }
}

const STATES: readonly ImportedText['state'][] = ['draft', 'published', 'archived']

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
