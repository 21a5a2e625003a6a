import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { db } from '../testing.ts'
import { readImport, runImport } from './import-jobs.ts'
import { items, run, statesOf, upload, wordpress } from './testing.ts'

/** Whether the process of an import waits for a lock of its test. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
  return rows.length > 0
}

test('an import goes on after its process was killed', async () => {
  // Another site than that of the tests below, which would know its stories.
  const import_id = await upload(
    'lamp.xml',
    wordpress('https://lamp.example').replaceAll('lamp.', 'lantern.'),
  )
  await run((own) => readImport(own, { import_id }))
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
})

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
})

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
})
