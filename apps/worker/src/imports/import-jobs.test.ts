import { Readable } from 'node:stream'
import { AppError } from '@nightdesk/contracts'
import { flat } from '@nightdesk/images/testing'
import { copyPictures } from '@nightdesk/import'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDownload } from '../download/download.ts'
import { isPublicHost } from '../download/guarded-request.ts'
import { startSite } from '../download/testing.ts'
import { runJob } from '../job-runs.ts'
import type { JobContext } from '../task.ts'
import { createUser, ctx, db } from '../testing.ts'
import { readImport, runImport, undoImport } from './import-jobs.ts'

const admin = await createUser()
const picture = await flat(60, 40).png().toBuffer()
const item = (id: number, site: string) => `<item><title>Story ${id}</title>
  <link>https://lamp.example/story-${id}/</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status>
  <wp:post_type>post</wp:post_type><wp:post_date_gmt>2021-05-04 03:02:01</wp:post_date_gmt>
  <content:encoded><![CDATA[A lamp in the night. <img src="${site}/lamp.png" alt="A lamp">]]></content:encoded></item>`
const wordpress = (
  site: string,
) => `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel><title>The Lamp</title><link>https://lamp.example</link><wp:wxr_version>1.2</wp:wxr_version>
  ${[1, 2, 3].map((id) => item(id, site)).join('')}</channel></rss>`

/** An import of an uploaded file. */
async function upload(file: string, text: string): Promise<number> {
  const name = `${crypto.randomUUID()}.import`
  await ctx.import_files.write(name, Readable.from([text]))
  const { id } = await db
    .insertInto('imports')
    .values({ file, upload: name, made_by: admin })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let jobs = 0
/** Runs a task as the worker does. */
const run = (task: (ctx: JobContext) => Promise<void>, stopping = ctx.stopping) =>
  runJob(
    db,
    'desk',
    {
      id: String(++jobs),
      task_identifier: 'run-import',
      attempts: 1,
      max_attempts: 8,
      created_at: new Date(),
      locked_by: null,
    },
    (own) => task({ ...ctx, ...own, stopping }),
    stopping,
  )

const read = (id: number) =>
  db.selectFrom('imports').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const items = (id: number) =>
  db
    .selectFrom('import_items')
    .where('import_id', '=', id)
    .select(['id', 'state', 'article_id', 'failure'])
    .orderBy('position')
    .execute()
const statesOf = async (id: number) => (await items(id)).map(({ state }) => state)

test('the Wayback Machine learns public hosts only, and no query', async () => {
  const archive = /^https:\/\/web\.archive\.org\/web\/\d+im_\/(.*)/
  const import_id = await upload(
    'wayback.xml',
    wordpress('https://lamp.example')
      // Another site than that of the tests below, which would know its stories.
      .replaceAll('lamp.example', 'archived.example')
      .replace(/<img.*?>/g, () => PICTURES.map((url) => `<img src="${url}">`).join('')),
  )
  await db.updateTable('imports').set({ wayback: true }).where('id', '=', import_id).execute()
  await run((own) => readImport(own, { import_id }))
  await run((own) => runImport(own, { import_id }))
  const asked: string[] = []
  const download = async (url: string): Promise<Buffer> => {
    asked.push(archive.exec(url)?.[1] ?? '')
    throw new AppError('VALIDATION_FAILED', 'There is nothing at this address.')
  }

  const [first] = await items(import_id)
  await run((own) => copyPictures({ ...own, download, isPublicHost, has_cdn: false }, first!.id))

  expect(asked.filter((url) => url !== '')).toEqual([
    'https://93.184.215.14/lamp.png',
    'https://93.184.215.14/sized.jpg',
  ])
}, 120_000)

const PICTURES = [
  'https://93.184.215.14/lamp.png',
  'https://93.184.215.14/sized.jpg?w=300&amp;token=secret',
  'https://93.184.215.14/picture?token=secret',
  'https://user:secret@93.184.215.14/lamp.png',
  'https://93.184.215.14:8443/lamp.png',
  'https://192.168.1.20/lamp.png',
  'https://[fd00::20]/lamp.png',
  'https://nas/lamp.png',
  'https://nas.local/lamp.png',
  'https://nas.home.arpa./lamp.png',
  'https://pictures.intranet/lamp.png',
  'https://pictures.corp.internal/lamp.png',
]

/** Whether the process of an import waits for a lock of its test. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
  return rows.length > 0
}

async function uploads(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of ctx.import_files.list()) keys.push(key)
  return keys
}

test('an uploaded export is read and run, goes on after its process was killed, and is undone', async () => {
  const site = await startSite((_request, response) =>
    response.setHeader('content-type', 'image/png').end(picture),
  )
  const import_id = await upload('lamp.xml', wordpress(site))

  await run((own) => readImport(own, { import_id }))
  expect(await read(import_id)).toMatchObject({ state: 'ready', kind: 'wordpress', name: 'The Lamp' })
  expect(await statesOf(import_id)).toEqual(['planned', 'planned', 'planned'])
  expect(await uploads()).toHaveLength(1)

  const worker = new AbortController()
  const [, second] = await items(import_id)
  await db.transaction().execute(async (tx) => {
    // The run waits for this item, and is killed there.
    await tx.selectFrom('import_items').where('id', '=', second!.id).select('id').forUpdate().execute()
    const killed = run((own) => runImport(own, { import_id }), worker.signal)
    await expect.poll(() => statesOf(import_id), { timeout: 60_000 }).toEqual(['done', 'planned', 'planned'])
    worker.abort()
    await expect(killed).rejects.toThrow('The worker stopped')
  })
  const [first] = await items(import_id)
  await run((own) => runImport(own, { import_id }))

  expect(await statesOf(import_id)).toEqual(['done', 'done', 'done'])
  expect((await items(import_id))[0]).toEqual(first)
  expect(await read(import_id)).toMatchObject({ state: 'done', upload: null })
  expect(await uploads()).toEqual([])

  const download = createDownload({ trusted_origins: [site] })
  await run((own) => copyPictures({ ...own, download, isPublicHost, has_cdn: false }, first!.id))
  const story = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'current_version_id')
    .where('articles.id', '=', first!.article_id)
    .select(['version_number', 'content'])
    .executeTakeFirstOrThrow()
  expect(story.version_number).toBe(3)
  expect(story.content).toContainEqual(
    expect.objectContaining({ type: 'image', filename: expect.any(String) }),
  )

  await db.updateTable('imports').set({ state: 'undoing' }).where('id', '=', import_id).execute()
  await run((own) => undoImport(own, { import_id, requested_by: admin }))
  expect(await statesOf(import_id)).toEqual(['undone', 'undone', 'undone'])
  expect(await read(import_id)).toMatchObject({ state: 'undone' })
}, 120_000)

test('a text whose reading does not end is left out after a minute, and the import goes on', async () => {
  const import_id = await upload('lamp.xml', wordpress('https://lamp.example'))
  await run((own) => readImport(own, { import_id }))
  const second = (await items(import_id))[1]!.id // three were listed
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const free = Promise.withResolvers<void>()
  const lock = db.transaction().execute(async (tx) => {
    // The run waits for this item as if it was busy with it.
    await tx.selectFrom('import_items').where('id', '=', second).select('id').forUpdate().execute()
    await free.promise
  })
  const done = run((own) => runImport(own, { import_id }))
  await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)

  vi.advanceTimersByTime(65_000)
  free.resolve()
  await Promise.all([lock, done])

  expect(await items(import_id)).toMatchObject([
    { state: 'done' },
    { state: 'failed', failure: 'It was left out because reading it took more than a minute.' },
    { state: 'done' },
  ])
}, 120_000)

test('a file that is no export makes the import fail with a sentence, and is deleted', async () => {
  const import_id = await upload('nothing.bin', 'nothing')

  await run((own) => readImport(own, { import_id }))

  expect(await read(import_id)).toMatchObject({
    state: 'failed',
    upload: null,
    failure: expect.stringContaining('none that can be imported'),
  })
  expect(await uploads()).toEqual([])
}, 60_000)

test('an import that was cancelled ends within seconds, whatever its process is doing', async () => {
  const import_id = await upload('lamp.xml', wordpress('https://lamp.example'))
  await db.transaction().execute(async (tx) => {
    await sql`lock table import_items`.execute(tx)
    const reading = run((own) => readImport(own, { import_id }))
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)

    await db.updateTable('imports').set({ state: 'undone' }).where('id', '=', import_id).execute()

    await reading
  })
  expect(await items(import_id)).toEqual([])
}, 90_000)

test('a file that lacks the address of its site asks for it, and is read with it', async () => {
  const html = '<img src="__GHOST_URL__/content/images/lamp.png">'
  const posts = [{ uuid: 'a', title: 'A lamp', status: 'published', published_at: '2021-05-04', html }]
  const import_id = await upload('lamp.ghost.json', JSON.stringify({ data: { posts } }))
  const notes = async () =>
    (await db.selectFrom('import_items').where('import_id', '=', import_id).select('notes').execute()).map(
      ({ notes }) => notes,
    )
  await run((own) => readImport(own, { import_id }))
  expect(await read(import_id)).toMatchObject({ state: 'ready', site: '' })
  expect(await notes()).toEqual([['1 picture is neither in the file nor at a known address.']])

  const site = 'https://lamp.example/'
  await db.deleteFrom('import_items').where('import_id', '=', import_id).execute()
  await db.updateTable('imports').set({ state: 'reading', site }).where('id', '=', import_id).execute()
  await run((own) => readImport(own, { import_id }))

  expect(await read(import_id)).toMatchObject({ state: 'ready', site })
  expect(await notes()).toEqual([[]])
})
