import { join } from 'node:path'
import { type Block, imagePath } from '@nightdesk/contracts'
import { type Db, findOrCreatePerson } from '@nightdesk/db'
import { createTestDb } from '@nightdesk/db/testing'
import { flat } from '@nightdesk/images/testing'
import { createDiskStore } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { onTestFinished } from 'vitest'
import { addPicture } from './fixtures/add-picture.ts'
import { addStory, type StoryFacts } from './fixtures/add-story.ts'
import { SITE_URL } from './fixtures/describe-site.ts'
import { addAdmin } from './fixtures/round-trip.ts'
import type { ExportSource } from './write-export.ts'

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
      {
        type: 'link',
        url: '/post/1',
        children: [{ text: 'bef' }, { type: 'link', url: '/post/2', children: [{ text: 'ore' }] }],
      },
      { type: 'footnote-reference', note: 'a b', children: [{ text: '' }] },
    ],
  },
  { ...image, filename },
  { type: 'image', url: 'https://elsewhere.example/a.png', children: [{ text: '' }] },
  { ...image, url: imagePath(filename), caption: '', credit: '' },
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
      { type: 'image', url: 'https://elsewhere.example/b.png', alt: 'No item', children: [{ text: '' }] },
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
  { type: 'link', url: '/post/3', children: [{ text: 'Alone' }] },
  { type: 'footnote', note: 'a b', children: [{ text: 'A note.' }] },
]

/** A site with a published story and a draft. */
export async function createSite() {
  const database = await createTestDb()
  onTestFinished(database.close)
  const storage = await createDiskStore(join(await temporaryDirectory(), 'uploads'))
  const { db } = database
  const owner = await addAdmin(db, 'Ada Lovelace')
  const picture = await addPicture({ db, storage, owner }, PNG)
  const source: ExportSource = { db, storage, site: { name: 'The Lamp', url: SITE_URL } }
  const content = everyBlock(picture)
  const story = await addStory(db, owner, {
    ...DRAFT,
    title: 'Light: "灯台" — a\'s',
    content,
    state: 'published',
    poster: { filename: picture, alt: 'Lit' },
    date_published: '2021-05-04T03:02:01.000Z',
    credits: await addCredits(db),
    tags: ['Far Moon'],
    corrections: [
      { text: 'The year was wrong: “1990”\n# not 1991', created_at: '2021-06-01T10:00:00.123Z' },
      { text: 'So was the month.', created_at: '2021-06-01T10:00:00.123Z' },
    ],
    addresses: ['/2021/05/light/'],
  })
  const draft = await addStory(db, owner, { ...DRAFT, title: '42' })
  return { ...database, storage, source, owner, picture, image, content, story, draft }
}

/** A story without a text. */
export const DRAFT: StoryFacts = {
  title: '',
  content: [],
  excerpt: 'A line.\n---\nAnother: "line"',
  state: 'draft',
  poster: null,
  date_created: '2020-01-02T03:04:05.678Z',
  date_updated: '2022-02-03T04:05:06.789Z',
  date_published: null,
  credits: [],
  tags: [],
  corrections: [],
  addresses: [],
}

const PNG = flat(60, 40).png()

const addCredits = (db: Db) =>
  db.transaction().execute(async (tx) => [
    { person_id: await findOrCreatePerson(tx, 'Ada Lovelace'), role: 'author' as const },
    { person_id: await findOrCreatePerson(tx, 'Grace Hopper'), role: 'translator' as const },
  ])
