import { workerClocks, workerStatus } from '@nightdesk/db'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db, log } from './testing.ts'
import { startHeartbeat } from './worker.ts'

beforeEach(() => db.deleteFrom('workers').execute())

test('a worker is running from its start until it says that it stops', async () => {
  const heartbeat = await startHeartbeat(db, log)
  expect(await workerStatus(db)).toMatchObject([{ name: heartbeat.name, status: 'running' }])

  await heartbeat.stop()

  expect(await workerStatus(db)).toMatchObject([{ name: heartbeat.name, status: 'stopped' }])
})

test('the last error is shown with the worker until a job succeeds', async () => {
  const heartbeat = await startHeartbeat(db, log)

  heartbeat.reportError('analytics-summary: out of ink')
  await heartbeat.stop()
  expect(await workerStatus(db)).toMatchObject([{ error_message: 'analytics-summary: out of ink' }])

  heartbeat.reportError(null)
  await heartbeat.stop()
  expect(await workerStatus(db)).toMatchObject([{ error_message: null }])
})

test('a worker records how far its clock is ahead of the database’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())

  const heartbeat = await startHeartbeat(db, log)
  onTestFinished(() => heartbeat.stop())

  const [worker] = await workerClocks(db)
  expect(worker?.name).toBe(heartbeat.name)
  expect(worker?.clock_ahead).toBeGreaterThan(3_540)
  expect(worker?.clock_ahead).toBeLessThanOrEqual(3_600)
})
