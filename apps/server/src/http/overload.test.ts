import { expect, onTestFinished, test, vi } from 'vitest'
import { watchEventLoop } from './overload.ts'

/** What each look finds after this much work, in milliseconds. */
function lookAfter(...work: number[]) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let total = 0
  using watch = watchEventLoop(() => total)
  return work.map((milliseconds) => {
    total += milliseconds
    vi.advanceTimersToNextTimer()
    return watch.isLate
  })
}

test('one long task, such as the start or a garbage collection, is not overload', () => {
  expect(lookAfter(50, 2_000, 50)).toEqual([false, false, false])
})

test('an event loop that is late twice is, until it is in time again', () => {
  expect(lookAfter(350, 350, 400, 120, 350)).toEqual([false, true, true, false, false])
})
