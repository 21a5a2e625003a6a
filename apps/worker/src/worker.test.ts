import { addJob, connect } from '@nightdesk/db'
import { expect, onTestFinished, test } from 'vitest'
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
