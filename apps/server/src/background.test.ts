import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

test('work continues after it was handed over, and can be waited for', async () => {
  const background = createBackground()
  const { promise, resolve } = Promise.withResolvers<void>()
  let isDone = false
  background.run(log, async () => {
    await promise
    isDone = true
  })
  const before = isDone

  resolve()
  await background.settled()

  expect([before, isDone]).toEqual([false, true])
})

test('a failure is logged and stops nothing', async () => {
  const lines: string[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(chunk.toString())
    done()
  }
  const background = createBackground()

  background.run(createLog('error', new Writable({ write })), () => Promise.reject(new Error('no luck')))
  await background.settled()

  expect(lines.join()).toContain('no luck')
})
