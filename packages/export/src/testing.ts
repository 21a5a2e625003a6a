import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Block } from '@nightdesk/contracts'
import { addImage, addRedirects, type Db, findOrCreatePerson, writeCredits } from '@nightdesk/db'
import { createTestDb } from '@nightdesk/db/testing'
import { versionHash } from '@nightdesk/editor/version-hash'
import { createDiskStore, newKey, type Store } from '@nightdesk/storage'
import { onTestFinished } from 'vitest'
import type { ExportSource } from './write-export.ts'

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-export-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const image: Block = {
  type: 'image',
  alt: 'A lamp',
  caption: 'Dusk',
  credit: 'Mira',
  children: [{ text: '' }],
}

/** A text with every kind of block, marks, keys of other programs, and characters that Markdown, YAML and JSON escape. */
const everyBlock = (filename: string): Block[] => [
  { type: 'heading-two', align: 'center', children: [{ text: 'I. 灯台 *not bold*' }] },
  {
    type: 'paragraph',
    children: [
      { text: 'It was ' },
      { text: 'on', bold: true, italic: true },
      { text: ', \nunder', underline: true },
      { text: ' gone', strikethrough: true, votes: 3 },
      { type: 'link', url: '/post/1', children: [{ text: 'before' }] },
      { type: 'footnote-reference', note: 'a b', children: [{ text: '' }] },
    ],
  },
  { ...image, filename },
  { type: 'image', url: 'https://elsewhere.example/a.png', children: [{ text: '' }] },
  { type: 'paragraph', children: [{ text: '***' }] },
  { type: 'block-quote', children: [{ text: '---\n# said' }] },
  {
    type: 'numbered-list',
    start: 3,
    children: [
      { type: 'list-item', children: [{ text: 'three' }] },
      {
        type: 'list-item',
        children: [
          { text: 'four' },
          { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'within' }] }] },
        ],
      },
    ],
  },
  {
    type: 'code-block',
    language: 'js',
    children: [
      { type: 'code-line', children: [{ text: 'a = `b`' }] },
      { type: 'code-line', children: [{ text: '' }] },
    ],
  },
  { type: 'poll', question: 'Moon?', children: [{ text: 'Moon?' }] },
  { type: 'footnote', note: 'a b', children: [{ text: 'A note.' }] },
]

/** A site with a published story and a draft. */
export async function createSite() {
  const database = await createTestDb()
  onTestFinished(database.close)
  const storage = await createDiskStore(join(await temporaryDirectory(), 'uploads'))
  const owner = await addOwner(database.db)
  const picture = await addPicture(database.db, storage, owner)
  const source: ExportSource = {
    db: database.db,
    storage,
    site: { name: 'The Lamp', url: 'https://lamp.example' },
  }
  const content = everyBlock(picture)
  const story = await addStory(database.db, owner, { title: 'Light: "灯台" — a\'s', content, picture })
  const draft = await addStory(database.db, owner, { title: '42', content: [], picture: null })
  return { ...database, storage, source, picture, image, content, story, draft }
}

async function addOwner(db: Db): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username: 'ada@example.org', full_name: 'Ada Lovelace', role: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addPicture(db: Db, storage: Store, uploaded_by: number): Promise<string> {
  const filename = newKey('png')
  const bytes = Buffer.from('the bytes of a picture')
  await storage.put(filename, bytes)
  const image = { filename, bytes, uploaded_by, content_type: 'image/png', width: 60, height: 40 }
  await db.transaction().execute((tx) => addImage(tx, image))
  return filename
}

interface StoryFacts {
  title: string
  content: Block[]
  /** The poster of a story, which is then published, with tags, a translator and a redirect. */
  picture: string | null
}

async function addStory(db: Db, owner: number, { title, content, picture }: StoryFacts): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('articles')
      .values({ author_id: owner, date_created: '2020-01-02T03:04:05.678Z' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const poster = await tx
      .selectFrom('images')
      .where('filename', '=', picture ?? '')
      .select('id')
      .executeTakeFirst()
    const state = picture ? 'published' : 'draft'
    const excerpt = 'A line.\n---\nAnother: "line"'
    const text = {
      title,
      excerpt,
      poster_image_id: poster?.id ?? null,
      poster_alt: picture && 'Lit',
      content,
    }
    const version = await tx
      .insertInto('article_versions')
      .values({
        ...text,
        article_id: id,
        version_number: 1,
        state,
        content: JSON.stringify(content),
        content_hash: versionHash(text),
        word_count: 0,
        change_description: 'Created',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const published = { published_version_id: version.id, date_published: '2021-05-04T03:02:01.000Z' }
    await tx
      .updateTable('articles')
      .set({ state, current_version_id: version.id, ...(picture && published) })
      .where('id', '=', id)
      .execute()
    if (!picture) return id
    const translator = await findOrCreatePerson(tx, 'Grace Hopper')
    const author = await findOrCreatePerson(tx, 'Ada Lovelace')
    const credits = [
      { person_id: author, role: 'author' as const },
      { person_id: translator, role: 'translator' as const },
    ]
    await writeCredits(tx, { version_id: version.id }, credits, owner)
    const tag = await tx
      .insertInto('tags')
      .values({ name: 'Far Moon', slug: 'far-moon' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('article_tags').values({ article_id: id, tag_id: tag.id, position: 1 }).execute()
    await addRedirects(tx, [{ address: '/2021/05/light/', article_id: id }], null)
    return id
  })
}
