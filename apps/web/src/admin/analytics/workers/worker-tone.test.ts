import { expect, test } from 'vitest'
import { workerTone } from './worker-tone.ts'

test.each([
  ['running', 'success'],
  ['RUNNING', 'success'],
  ['Error', 'danger'],
  ['stopped', 'warning'],
  ['starting up', 'warning'],
])('a worker with status %s is shown as %s', (status, tone) => {
  expect(workerTone(status)).toBe(tone)
})
