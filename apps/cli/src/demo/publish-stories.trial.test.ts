import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient, type UploadImage, uploaderTo } from '@nightdesk/client'
import type { Article } from '@nightdesk/contracts'
import { addRedirects } from '@nightdesk/db'
import { createTestDb } from '@nightdesk/db/testing'
import type { ExportSource } from '@nightdesk/export'
import { checkLinks } from '@nightdesk/export/testing-links'
import { roundTrip } from '@nightdesk/export/testing-round-trip'
import { createDiskStore } from '@nightdesk/storage'
import { freePort } from '@nightdesk/storage/testing-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { sitePrograms, startProgram } from '../supervisor/program.ts'
import { waitUntilReady } from '../supervisor/ready.ts'
import { draft, publishStories, shareDraft, stories } from './publish-stories.ts'

const ADMIN = { username: 'demo@nightdesk.example', password: 'a fair wind to Ceres' }
const run = promisify(execFile)
const running = new AsyncDisposableStack()
let url: string
let settings: { DATABASE_URL: string; DATA_DIR: string; PORT: string }
let site: ExportSource
let client: Client
let uploadImage: UploadImage

beforeAll(async () => {
  url = await startServer()
  const { token } = await createClient(url).auth.login.mutate(ADMIN)
  client = createClient(url, token)
  uploadImage = uploaderTo(url, token)
})

afterAll(() => running.disposeAsync())

test('publishes every story with its pictures', async () => {
  await publishStories(client, uploadImage)

  const articles = await client.published.list.query({})
  expect(articles.map(({ title }) => title)).toEqual(stories.map(({ title }) => title).reverse())
  for (const picture of articles.flatMap(pictures)) {
    const { status, headers } = await fetch(new URL(picture, url), { method: 'HEAD' })
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  }
})

test('corrects a story, and readers see what was corrected', async () => {
  const corrected = stories.filter(({ correction }) => correction)

  const articles = await client.published.list.query({})
  for (const { title, correction } of corrected) {
    const article = articles.find((published) => published.title === title)
    expect(article?.corrections).toMatchObject([{ text: correction?.text }])
    expect(JSON.stringify(article?.content)).toContain(correction?.right)
  }
  expect(corrected).not.toEqual([])
})

test('shares a draft, with notes at their words', async () => {
  await shareDraft(client)

  const drafts = await client.articles.list.query({ state: 'draft' })
  expect(drafts.map(({ title }) => title)).toEqual([draft.title])
  const [{ id } = { id: 0 }] = drafts
  await client.articles.update.mutate({ id, content: [paragraph('First.'), ...draft.content] })
  const notes = await client.notes.list.query({ id })
  expect(notes.map(({ quote, lost_at }) => ({ quote, lost_at }))).toEqual(
    draft.notes.map(({ quote }) => ({ quote, lost_at: null })),
  )
  expect(notes[0]?.prefix).toMatch(/First\. People leave|labelled $/)
})

test('an export of the demo that is imported into another site makes the same site', async () => {
  const { failures, exported, imported } = await roundTrip(site)

  expect(failures).toEqual([])
  expect(imported).toEqual(exported)
  expect(Object.keys(exported.stories)).toHaveLength(stories.length + 1)
})

test('the demo as files has every page and picture, and nothing that needs a server', async () => {
  const folder = join(settings.DATA_DIR, 'site')
  const redirect = { address: '/2019/ferry/', target: '/privacy' }
  await site.db.transaction().execute((tx) => addRedirects(tx, [redirect], null))
  const nightdesk = ['apps/cli/src/main.mjs', 'export', '--static', folder]
  const SITE_URL = 'https://demo.example'

  const { stdout } = await run(process.execPath, nightdesk, {
    cwd: new URL('../../../../', import.meta.url),
    env: { ...process.env, ...settings, SITE_URL },
  })

  expect(stdout).toMatch(/^Wrote \S+: \d+ pages, \d+ other files, 1 redirects\.\nSearch, /)
  const { broken, onSite, dead, links } = await checkLinks(folder, SITE_URL)
  expect({ broken, dead, onSite: new Set(onSite) }).toEqual({
    broken: [],
    dead: [],
    onSite: new Set([`${SITE_URL}/your-data`]),
  })
  expect(links).toBeGreaterThan(500)
  expect(await readFile(join(folder, '2019/ferry/index.html'), 'utf8')).toContain(
    '<a href="../../privacy/index.html">',
  )
})

test('says why a picture was not stored', async () => {
  const upload = uploadImage('notes.png', Buffer.from('no picture'))

  await expect(upload).rejects.toThrow('notes.png was not uploaded: Please upload an image file (')
})

const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })

const pictures = ({ poster_url, content }: Pick<Article, 'poster_url' | 'content'>) =>
  [poster_url, ...content.filter(({ type }) => type === 'image').map(({ url }) => url)].map(String)

/** Starts the server from source, on a database of its own. */
async function startServer() {
  const database = running.use(await createTestDb())
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-demo-'))
  running.defer(() => rm(directory, { recursive: true, force: true }))
  site = {
    db: database.db,
    storage: await createDiskStore(join(directory, 'uploads')),
    site: { name: 'Demo', url: 'https://demo.example' },
  }
  settings = {
    PORT: String(await freePort()),
    DATABASE_URL: database.url,
    DATA_DIR: directory,
  }
  const account = { ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
  const server = sitePrograms({ mode: 'development' }).filter(({ name }) => name === 'server')
  for (const program of server) {
    const env = { ...process.env, ...program.env, ...settings, ...account, LOG_LEVEL: 'error' }
    running.defer(startProgram({ ...program, env }, new AbortController().signal).stop)
  }
  const env = { ...readEnv(), PORT: Number(settings.PORT) }
  await waitUntilReady(env, AbortSignal.timeout(60_000))
  return `http://${env.HOST}:${env.PORT}`
}
