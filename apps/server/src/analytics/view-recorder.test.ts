import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createPublished, createUser, pool } from '../testing.ts'
import { createViewRecorder } from './view-recorder.ts'

const { id } = await createPublished(await createUser())
const who = { user_agent_family: 'Firefox', device: 'Desktop', staff: false } as const
const event = { article_id: id, version_id: null, referrer: null, reason: null, ...who }
const good = { ...event, visitor_hash: Buffer.alloc(16) }

const createRecorder = () => createViewRecorder({ pool, isPooled: false }, 'UTC')

test('a batch that fails fails each of its views, and the next one is stored', async () => {
  const views = createRecorder()
  const bad = { ...event, visitor_hash: Buffer.alloc(3) } // the database wants 16 bytes

  await expect(views.record(bad)).rejects.toThrow('violates not-null constraint')

  expect(await views.record(good)).toBe(true)
})

test('views that arrive one by one are stored in a hundred batches a second at most', async () => {
  const views = createRecorder()
  const batches: number[] = []
  views.onBatch((size) => batches.push(size))
  const attempts: Promise<boolean>[] = []
  const start = performance.now()

  for (let number = 0; number < 60; number++) {
    attempts.push(views.record(good))
    await setTimeout(1)
  }

  expect(new Set(await Promise.all(attempts))).toEqual(new Set([true]))
  expect(batches.reduce((sum, size) => sum + size)).toBe(60)
  // The first begins at once, and timers may be a millisecond early.
  expect(batches.length).toBeLessThanOrEqual(1 + (performance.now() - start) / 9)
})
