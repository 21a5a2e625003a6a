import { expect, test } from 'vitest'
import { workerTone } from './workers.tsx'

test.each([
  ['running', 'success'],
  ['RUNNING', 'success'],
  ['Error', 'danger'],
  ['stopped', 'warning'],
  ['starting up', 'warning'],
])('a worker with status %s is shown as %s', (status, tone) => {
  expect(workerTone(status)).toBe(tone)
})
