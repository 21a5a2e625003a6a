import { setTimeout as sleep } from 'node:timers/promises'
import { addJob, connect } from '@nightdesk/db'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { db, log, url } from './testing.ts'
import { startWorker } from './worker.ts'

test('a punctual job runs while long jobs keep all others waiting', async () => {
  const begun: string[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const held = (name: string) => async () => {
    begun.push(name)
    await ended
  }
  const [work, heartbeatConnection] = [connect(url), connect(url, { max: 1 })]
  const worker = await startWorker({
    work,
    heartbeatConnection,
    taskList: () => ({
      'purge-trash': held('long'),
      'reconcile-storage': held('long'),
      'purge-expired': held('waiting'),
      'publish-missed': held('punctual'),
    }),
    punctual: ['publish-missed'],
    schedule: '',
    log,
  })
  onTestFinished(async () => {
    end()
    await worker[Symbol.asyncDispose]()
    await Promise.all([work.close(), heartbeatConnection.close()])
  })
  await addJob(db, 'purge-trash', {})
  await addJob(db, 'reconcile-storage', {})
  await expect.poll(() => begun).toEqual(['long', 'long'])

  await addJob(db, 'purge-expired', {})
  await addJob(db, 'publish-missed', {})

  await expect.poll(() => begun).toEqual(['long', 'long', 'punctual'])
})

test('after a clock that was two days ahead is set right, scheduled jobs go on at once', async () => {
  // After the database’s clock, however long the test takes.
  const minute = Math.ceil(Date.now() / 60_000) * 60_000 + 60_000
  onTestFinished(() => void vi.useRealTimers())
  await sql`
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('worker-health', now(), now() + interval '2 days')`.execute(db)
  vi.setSystemTime(minute + 2 * 86_400_000 - 500)
  const connections = [connect(url), connect(url, { max: 1 })] as const
  const [work, heartbeatConnection] = connections
  const tasks = { 'worker-health': async () => {} }
  await using _ = await startWorker({
    ...{ work, heartbeatConnection, log, punctual: ['worker-health'], taskList: () => tasks },
    schedule: '* * * * * worker-health ?jobKey=hourly',
  })
  vi.setSystemTime(minute - 500)
  const found = async () => {
    const { rows } = await sql<{ last: string; queues: number }>`
      select last_execution as last, (select cardinality(queue_ids) from workers where status = 'running') as queues
      from graphile_worker._private_known_crontabs`.execute(db)
    return { ...rows[0], last: Date.parse(rows[0]?.last ?? '') }
  }
  // Of the schedule that begins anew.
  await expect.poll(found).toMatchObject({ queues: 3 })
  await sleep(500)
  vi.setSystemTime(minute + 500)

  await expect.poll(found).toMatchObject({ last: minute })
})
