import { lastFailure } from '@nightdesk/db'
import { beforeEach, expect, test } from 'vitest'
import { InterruptedRun, type QueuedJob, runJob, SupersededRun } from './job-runs.ts'
import { db } from './testing.ts'

const job = (values: Partial<QueuedJob> = {}): QueuedJob => ({
  id: '7',
  task_identifier: 'analytics-summary',
  attempts: 1,
  max_attempts: 8,
  created_at: new Date(),
  locked_by: 'queue-1',
  ...values,
})

beforeEach(async () => {
  await db.deleteFrom('job_runs').execute()
  await db.deleteFrom('rate_limits').execute()
})

/** An effect that would be visible twice. */
const leaveTrace = (name: string) => (tx: typeof db) =>
  tx
    .insertInto('rate_limits')
    .values({ key: name, window_start: new Date().toISOString(), count: 1 })
    .execute()

const traces = async () =>
  (await db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map(({ key }) => key)

const runs = () =>
  db.selectFrom('job_runs').select(['status', 'attempt', 'worker', 'error']).orderBy('id').execute()

test('a run is recorded with how it ended, and with the causes of a failure', async () => {
  await runJob(db, 'desk', job(), async () => {})
  const failing = runJob(db, 'desk', job({ id: '8', attempts: 2 }), async () => {
    throw new Error('out of ink', { cause: new Error('the bottle broke') })
  })

  await expect(failing).rejects.toThrow('out of ink')
  expect(await runs()).toEqual([
    { status: 'done', attempt: 1, worker: 'desk', error: null },
    { status: 'failed', attempt: 2, worker: 'desk', error: 'out of ink: the bottle broke' },
  ])
})

test('a run that fails because its worker is asked to stop is interrupted, and no failure', async () => {
  const worker = new AbortController()
  const stopped = runJob(
    db,
    'desk',
    job(),
    async () => {
      worker.abort()
      throw new Error('ended with SIGKILL')
    },
    worker.signal,
  )

  await expect(stopped).rejects.toThrow(InterruptedRun)
  expect(await runs()).toMatchObject([{ status: 'lost', error: 'The worker stopped' }])
  expect(await lastFailure(db)).toBeUndefined()
})

test('a superseded run changes nothing', async () => {
  const { promise: frozen, resolve: thaw } = Promise.withResolvers<void>()
  const first = runJob(db, 'frozen', job(), async ({ transaction }) => {
    await frozen
    await transaction(leaveTrace('first'))
  })
  await expect.poll(runs).toHaveLength(1)
  await runJob(db, 'awake', job({ attempts: 2 }), ({ transaction }) =>
    transaction(leaveTrace('second')).then(() => {}),
  )

  thaw()

  await expect(first).rejects.toThrow(SupersededRun)
  expect(await traces()).toEqual(['second'])
  expect(await runs()).toMatchObject([
    { status: 'lost', worker: 'frozen' },
    { status: 'done', worker: 'awake' },
  ])
})

test('a finished job is not run again, even if its worker died before it told the queue', async () => {
  await runJob(db, 'died', job(), ({ finish }) => finish(leaveTrace('first')).then(() => {}))

  await runJob(db, 'next', job({ attempts: 2 }), ({ finish }) => finish(leaveTrace('second')).then(() => {}))

  expect(await traces()).toEqual(['first'])
  expect(await runs()).toMatchObject([{ status: 'done', worker: 'died' }])
})

test('uncommitted changes of a failed run are lost, and the next run makes them', async () => {
  const failing = runJob(db, 'desk', job(), ({ finish }) =>
    finish(async (tx) => {
      await leaveTrace('first')(tx)
      throw new Error('out of ink')
    }),
  )
  await expect(failing).rejects.toThrow('out of ink')

  await runJob(db, 'desk', job({ attempts: 2 }), ({ finish }) => finish(leaveTrace('second')).then(() => {}))

  expect(await traces()).toEqual(['second'])
})
