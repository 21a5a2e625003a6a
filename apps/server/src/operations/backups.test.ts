import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { as, createUser, db } from '../testing.ts'

const { backups, workers } = as(await createUser({ role: 'admin' }))

beforeEach(async () => {
  await db.deleteFrom('backups').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

const backup = { file: 'a.tar', bytes: 5_000, rows: 300, objects: 2 }

test('backups are listed with the newest first, and what their trial restores found', async () => {
  const proof = { seconds: 41, stories: 214, versions: 1930, pictures: 512, problem: null }
  await db
    .insertInto('backups')
    .values([
      {
        ...backup,
        ...proof,
        created_at: '2026-11-22T02:30:00.000Z',
        verified_at: '2026-11-22T03:40:00.000Z',
      },
      { ...backup, file: 'b.tar', created_at: '2026-11-23T02:30:00.000Z' },
    ])
    .execute()

  const list = await backups.list({})

  expect(list).toMatchObject({ interval: 'off', place: expect.stringMatching(/backups$/) })
  expect(list.backups).toMatchObject([
    { ...backup, file: 'b.tar', proof: null },
    { ...backup, proof: { ...proof, at: '2026-11-22T03:40:00.000Z' } },
  ])
})

test('a backup is queued once, however often it is asked for', async () => {
  const asked = await Promise.allSettled([backups.create({}), backups.create({})])

  expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(backups.create({})).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await workers.jobs({})).toMatchObject([{ name: 'back-up', state: 'queued' }])
})

test('a backup that failed and waits for its next attempt is made now', async () => {
  await backups.create({})
  await sql`update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour'`.execute(
    db,
  )

  await backups.create({})

  expect(await workers.jobs({})).toMatchObject([{ name: 'back-up', state: 'queued', attempts: 0 }])
})

test('a trial restore is queued, not while a backup is made, and only of a backup that there is', async () => {
  const { id } = await db
    .insertInto('backups')
    .values({ ...backup, created_at: '2026-11-22T02:30:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow()

  await backups.verify({ id })

  expect(await workers.jobs({})).toMatchObject([{ name: 'verify-backup', state: 'queued' }])
  await expect(backups.create({})).rejects.toMatchObject({ code: 'CONFLICT' })
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await expect(backups.verify({ id: id + 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
