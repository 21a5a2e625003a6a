import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { TestReply, TestRequest } from './worker-pool.test-script.ts'
import { PoolFull, type PoolOptions, WorkerDied, WorkerPool, WorkerTimedOut } from './worker-pool.ts'

const defaults = { size: 1, maxWaiting: 10, timeout: 60_000, idle: 60_000 }

function testPool(options: Partial<PoolOptions> = {}) {
  const script = new URL('./worker-pool.test-script.ts', import.meta.url)
  const pool = new WorkerPool<TestRequest, TestReply>({ script, ...defaults, ...options })
  onTestFinished(() => pool.close())
  return pool
}

test('a process answers one request after another', async () => {
  const pool = testPool()

  const first = await pool.run({ task: 'report' })
  const second = await pool.run({ task: 'report' })

  expect(first.pid).not.toBe(process.pid)
  expect(second).toEqual({ ...first, answered: 2 })
})

test('as many requests run at once as the pool has processes, the others wait', async () => {
  const pool = testPool({ size: 2 })

  const answers = await Promise.all(Array.from({ length: 8 }, () => pool.run({ task: 'report' })))

  expect(answers.length).toBe(8)
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2)
})

test('refuses a request when too many wait', async () => {
  const pool = testPool({ maxWaiting: 1 })
  const accepted = [pool.run({ task: 'report' })]
  await sleep(0)
  accepted.push(pool.run({ task: 'report' }))

  await expect(pool.run({ task: 'report' })).rejects.toThrow(PoolFull)

  expect(await Promise.all(accepted)).toHaveLength(2)
})

test.each(['SIGSEGV', 'SIGABRT', 'SIGKILL'] as const)(
  'survives a process that dies of %s',
  async (signal) => {
    const pool = testPool()

    await expect(pool.run({ task: 'die', signal })).rejects.toThrow(WorkerDied)

    expect(await pool.run({ task: 'report' })).toMatchObject({ answered: 1 })
  },
)

test('ends a process that takes too long', async () => {
  const pool = testPool({ timeout: 2_000 })
  const { pid } = await pool.run({ task: 'report' })

  await expect(pool.run({ task: 'loop' })).rejects.toThrow(WorkerTimedOut)

  await expect.poll(() => isRunning(pid)).toBe(false)
  expect((await pool.run({ task: 'report' })).pid).not.toBe(pid)
})

test('a request that has no room beside the memory of earlier ones gets a new process', async () => {
  const pool = testPool({ memory: 200 * 1024 ** 2 })
  const leave = { task: 'leave', bytes: 80 * 1024 ** 2 } as const
  const { pid } = await pool.run(leave)

  expect(await pool.run(leave)).toMatchObject({ answered: 1 })
  expect(isRunning(pid)).toBe(false)
})

test('ends a process that has been idle for a while', async () => {
  const pool = testPool({ idle: 50 })

  const { pid } = await pool.run({ task: 'report' })

  await expect.poll(() => isRunning(pid)).toBe(false)
  expect(await pool.run({ task: 'report' })).toMatchObject({ answered: 1 })
})

test('a request that comes in the moment in which an idle process is ended gets another one', async () => {
  const idle = 50
  const pool = testPool({ idle })
  await pool.run({ task: 'report' })
  await sleep(idle)

  expect(await pool.run({ task: 'report' })).toMatchObject({ answered: 1 })
})

test('replaces a process that died while idle', async () => {
  const pool = testPool()
  const { pid } = await pool.run({ task: 'report' })

  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)

  expect(await pool.run({ task: 'report' })).toMatchObject({ answered: 1 })
})

test('a process has none of our environment variables', async () => {
  const { environment } = await testPool().run({ task: 'report' })

  expect(environment).not.toContain('PATH')
})

test('a script that cannot start is not a problem of the request', async () => {
  const pool = testPool({ script: new URL('./not-there.ts', import.meta.url) })

  await expect(pool.run({ task: 'report' })).rejects.toThrow('A worker process did not start')
})

test('closing ends every process', async () => {
  const pool = testPool()
  const { pid } = await pool.run({ task: 'report' })

  pool.close()

  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
