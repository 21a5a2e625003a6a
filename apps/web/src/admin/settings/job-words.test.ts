import type { Job } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { describeJob, jobTitle } from './job-words.ts'

const job = (values: Partial<Job>): Job => ({
  id: 1,
  name: 'analytics-summary',
  state: 'done',
  attempts: 1,
  queued_at: '2026-11-18T14:00:00.000Z',
  started_at: '2026-11-18T14:00:00.000Z',
  finished_at: null,
  duration: 1234,
  worker: 'desk',
  error: null,
  ...values,
})

test.each([
  [{ state: 'queued', duration: null }, 'Queued…'],
  [{ state: 'running', duration: 3200 }, 'Running for 3.2 s…'],
  [{ state: 'done' }, 'Done in 1.2 s'],
  [{ state: 'done', duration: 45 }, 'Done in 45 ms'],
  [{ state: 'done', duration: 125_000 }, 'Done in 2 min 5 s'],
  [{ state: 'failed', error: 'out of ink' }, 'Failed: out of ink'],
] as const)('%o is "%s"', (values, sentence) => {
  expect(describeJob(job(values))).toBe(sentence)
})

test("a job's title comes from its name, or from a list of plainer titles", () => {
  expect(jobTitle('analytics-summary')).toBe('Analytics summary')
  expect(jobTitle('make-variants')).toBe('Smaller copies of a picture')
})
