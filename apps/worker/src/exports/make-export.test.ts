import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { addJob, jobHistory } from '@nightdesk/db'
import { StorageUnavailable } from '@nightdesk/storage'
import { runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { JobContext } from '../task.ts'
import { purgeExpired } from '../tasks/maintenance.ts'
import { taskList } from '../tasks.ts'
import { createArticle, ctx, DAY, db, log, storageDirectory } from '../testing.ts'
import { queueLogger } from '../worker.ts'
import { makeExport } from './make-export.ts'

const site = {
  name: 'The Lamp',
  url: 'https://lamp.example',
  language: 'en',
  timezone: 'UTC',
  accent_light: null,
}
const files = ctx.export_files
const directory = join(storageDirectory, 'uploads', 'exports')

afterEach(() => db.deleteFrom('exports').execute())

const addExport = async (choices = {}) =>
  (
    await db
      .insertInto('exports')
      .values({ versions: false, ...choices })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const readExport = (id: number) =>
  db.selectFrom('exports').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const run = (export_id: number, changes: Partial<JobContext> = {}) =>
  makeExport({ ...ctx, ...changes }, { export_id, site })

test('an export becomes a zip file in the storage, with its contents and the time of its end', async () => {
  await createArticle('A lamp')
  const id = await addExport({ analytics: true })

  await run(id)

  const made = await readExport(id)
  expect(made).toMatchObject({ state: 'done', stories: 1, done: 1, total: 1, missing_pictures: 0 })
  expect(Math.round((Date.parse(made.expires_at ?? '') - Date.now()) / 3_600_000)).toBe(24)
  const bytes = await buffer(await files.get(made.key ?? ''))
  expect(bytes.length).toBe(made.bytes)
  for (const file of ['nightdesk.json', 'views.csv']) expect(bytes.includes(file), file).toBe(true)
  expect(bytes.includes('versions.jsonl')).toBe(false)
  expect(await readdir(directory)).toEqual([made.key])
})

test('by choice it has the e-book of each published story', async () => {
  const [story, draft] = [await createArticle('A lamp'), await createArticle('A draft')]
  await db
    .updateTable('articles')
    .set(({ ref }) => ({
      state: 'published',
      published_version_id: ref('current_version_id'),
      date_published: ref('date_created'),
    }))
    .where('id', '=', story)
    .execute()
  const id = await addExport({ ebooks: true })

  await run(id)

  const { key, state } = await readExport(id)
  expect(state).toBe('done')
  const bytes = await buffer(await files.get(key ?? ''))
  expect(bytes.includes(`${story}-a-lamp.epub`)).toBe(true)
  expect(bytes.includes(`${draft}-a-draft.epub`)).toBe(false)
})

test('a run after one whose worker died begins again', async () => {
  const id = await addExport()
  await db.updateTable('exports').set({ state: 'running', done: 5, total: 9 }).where('id', '=', id).execute()

  await run(id)

  expect(await readExport(id)).toMatchObject({ state: 'done' })
})

test('an export that is deleted while it is made ends without a file', async () => {
  const before = await readdir(directory)
  const id = await addExport()
  const storage = { ...ctx.storage }
  const transaction: JobContext['transaction'] = async (work) => {
    const result = await ctx.transaction(work)
    await db.deleteFrom('exports').where('id', '=', id).execute()
    return result
  }

  await run(id, { storage, transaction })

  expect(await readdir(directory)).toEqual(before)
})

test('an export without a storage fails with a sentence, and is not tried again', async () => {
  const id = await addExport()
  const get = () => Promise.reject(new StorageUnavailable('The bucket cannot be used'))
  await showPicture(await createArticle('A picture'))

  await expect(run(id, { storage: { ...ctx.storage, get } })).rejects.toThrow('The bucket cannot be used')

  const failed = { state: 'failed', failure: 'The storage cannot be reached, or it is full.' }
  expect(await readExport(id)).toMatchObject(failed)
  await run(id)
  expect(await readExport(id)).toMatchObject(failed)
})

test('System status lists an export that failed, and makes it when an admin tries it again', async () => {
  const id = await addExport()
  await showPicture(await createArticle('A picture'))
  await addJob(db, 'export-site', { export_id: id, site })
  const get = () => Promise.reject(new StorageUnavailable('The bucket cannot be used'))

  await work({ storage: { ...ctx.storage, get } })

  const [failed] = await jobHistory(db)
  expect(failed).toMatchObject({ name: 'export-site', state: 'failed', error: 'The bucket cannot be used' })
  await sql`select graphile_worker.reschedule_jobs(array[${failed?.id}]::bigint[], now(), attempts => 0)`.execute(
    db,
  )
  await work({})
  expect(await readExport(id)).toMatchObject({ state: 'done', failure: null })
})

/** Runs the waiting jobs as the worker does. */
const work = (changes: Partial<JobContext>) =>
  runOnce({
    connectionString: ctx.database_url,
    taskList: taskList({ ...ctx, ...changes }, 'desk'),
    logger: queueLogger(log),
  })

test('files are deleted an hour after they expired, whether or not they have a row', async () => {
  await files.write('old.zip', Readable.from(['of a killed worker']))
  await files.write('recent.zip', Readable.from(['of today']))
  const lateYesterday = new Date(Date.now() - (DAY + 7_200) * 1_000)
  await utimes(join(directory, 'old.zip'), lateYesterday, lateYesterday)

  await purgeExpired(ctx, {})

  expect(await readdir(directory)).toContain('recent.zip')
  expect(await readdir(directory)).not.toContain('old.zip')
})

async function showPicture(article_id: number) {
  const filename = `${'a'.repeat(26)}.png`
  const image = { type: 'image', filename, children: [{ text: '' }] }
  await db
    .updateTable('article_versions')
    .set({ content: JSON.stringify([image]) })
    .where('article_id', '=', article_id)
    .execute()
}
