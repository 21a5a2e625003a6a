import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ago, ctx, DAY, db } from '../testing.ts'
import { checkWorkers } from './maintenance.ts'

beforeEach(() => db.deleteFrom('workers').execute())

test('a worker without heartbeats is marked as stopped, the others are left alone', async () => {
  await addWorker('alive', 'running', 5)
  await addWorker('gone', 'running', 50)
  await addWorker('failing', 'error', 50)

  await checkWorkers(ctx, {})

  expect(await statuses()).toEqual({ alive: 'running', gone: 'stopped', failing: 'error' })
})

test('a worker is deleted after a day', async () => {
  await addWorker('yesterday', 'stopped', DAY + 60)
  await addWorker('today', 'stopped', DAY - 60)

  await checkWorkers(ctx, {})

  expect(await statuses()).toEqual({ today: 'stopped' })
})

const addWorker = (name: string, status: 'running' | 'stopped' | 'error', secondsAgo: number) =>
  db
    .insertInto('workers')
    .values({ id: randomUUID(), name, host: 'desk', pid: 1, status, last_heartbeat: ago(secondsAgo) })
    .execute()

async function statuses() {
  const rows = await db.selectFrom('workers').select(['name', 'status']).execute()
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]))
}
