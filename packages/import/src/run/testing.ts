import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Block } from '@nightdesk/contracts'
import { addUser, createTestDb } from '@nightdesk/db/testing'
import { createImageProcessor } from '@nightdesk/images'
import { createDiskStore } from '@nightdesk/storage'
import { afterAll } from 'vitest'
import {
  type FailedItem,
  type ImportedItem,
  type ImportedPerson,
  isFailed,
  type OldAddress,
  type Source,
  SourceError,
} from '../model.ts'
import type { RunContext } from './context.ts'
import { listItems } from './list-items.ts'
import { runImport } from './run-import.ts'

export const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })

/** A published story with an old address. */
export const testItem = (key: string, fields: Partial<ImportedItem> = {}): ImportedItem => ({
  key,
  title: `Story ${key}`,
  content: [paragraph(`The text of ${key}.`)],
  excerpt: '',
  state: 'published',
  created_at: '2019-03-01T10:00:00.000Z',
  published_at: '2019-03-02T10:00:00.000Z',
  updated_at: '2019-04-02T10:00:00.000Z',
  authors: [{ name: 'Mira Sol', role: 'author' }],
  tags: ['Sea'],
  poster: null,
  pictures: [],
  addresses: [`/2019/03/${key}/`, `/2019/03/${key}`],
  receipt: [],
  words: { original: 4, imported: 4, missing: [] },
  ...fields,
})

interface Contents {
  items: readonly (ImportedItem | FailedItem)[]
  redirects?: readonly OldAddress[]
  people?: readonly ImportedPerson[]
  /** Bytes by path. */
  pictures?: Readonly<Record<string, Uint8Array>>
  identity?: string
}

/** A source whose items are in memory. */
export const testSource = ({
  items,
  redirects = [],
  people = [],
  pictures = {},
  identity = 'test',
}: Contents): Source => ({
  kind: 'nightdesk',
  name: 'The Lamp',
  identity,
  async *entries() {
    for (const item of items)
      yield {
        ...item,
        read: (receipt) => {
          if (isFailed(item)) throw new SourceError(item.failure)
          for (const { kind, count } of item.receipt) receipt.add(kind, count)
          return item
        },
      }
  },
  async *people() {
    yield* people
  },
  async picture({ path }) {
    const bytes = pictures[path ?? '']
    return bytes ? Readable.from([bytes]) : null
  },
  async *redirects() {
    yield* redirects
  },
  async close() {},
})

export const image = (url: string): Block => ({
  type: 'image',
  url,
  alt: 'A lamp',
  caption: 'At dusk',
  children: [{ text: '' }],
})

export const link = (url: string): Block => ({
  type: 'paragraph',
  children: [{ text: '' }, { type: 'link', url, children: [{ text: 'there' }] }, { text: '' }],
})

export const picture = (url: string, path: string | null) => ({
  url,
  path,
  address: path ? null : url,
  old_path: null,
  alt: 'A lamp',
})

/** A database with one account, a store and a decoder, until the tests of the file are done. */
export async function openTestSite() {
  const { db, close } = await createTestDb()
  afterAll(close)
  const images = createImageProcessor()
  afterAll(() => images.close())
  const folder = await mkdtemp(join(tmpdir(), 'nightdesk-import-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const storage = await createDiskStore(folder)
  const ctx: RunContext = {
    db,
    storage,
    images,
    has_cdn: false,
    transaction: (work) => db.transaction().execute(work),
  }
  const admin = await addUser(db, { username: 'ada@example.org', full_name: 'Ada', role: 'admin' })
  return { db, ctx, admin }
}

type TestSite = Awaited<ReturnType<typeof openTestSite>>

interface Choices {
  imports_as?: 'draft'
  wayback?: boolean
  fetches_pictures?: boolean
}

export async function createImport({ db, admin }: TestSite, choices: Choices = {}): Promise<number> {
  const { id } = await db
    .insertInto('imports')
    .values({ file: 'lamp.zip', made_by: admin, ...choices })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function importAll(site: TestSite, source: Source, choices: Choices = {}): Promise<number> {
  const id = await createImport(site, choices)
  await listItems(site.ctx, id, source)
  await runImport(site.ctx, id, source)
  return id
}

export const itemsOf = ({ db }: TestSite, importId: number) =>
  db
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .select(['id', 'key', 'state', 'article_id', 'summary', 'notes', 'failure'])
    .orderBy('position')
    .execute()

export async function articleOf({ db }: TestSite, importId: number, key: string) {
  return db
    .selectFrom('import_items')
    .innerJoin('articles', 'articles.id', 'article_id')
    .innerJoin('article_versions as version', 'version.id', 'articles.current_version_id')
    .where('import_id', '=', importId)
    .where('key', '=', key)
    .select([
      'articles.id',
      'articles.kind',
      'articles.path',
      'articles.state',
      'version.title',
      'content',
      'excerpt',
      'poster_alt',
      'poster_image_id',
    ])
    .select(['date_created', 'date_updated', 'date_published'])
    .executeTakeFirstOrThrow()
}

/** The rows of everything that an import makes. */
export async function everything({ db }: TestSite) {
  const [articles, tags, people, redirects, shown] = await Promise.all([
    db.selectFrom('articles').select(['id', 'current_version_id']).orderBy('id').execute(),
    db.selectFrom('tags').select('slug').orderBy('slug').execute(),
    db.selectFrom('people').select(['id', 'name']).orderBy('id').execute(),
    db.selectFrom('redirects').select(['path', 'target']).orderBy('path').execute(),
    db.selectFrom('images').where('removed_at', 'is', null).select('id').orderBy('id').execute(),
  ])
  return { articles, tags, people, redirects, shown }
}
