import { expect, test, vi } from 'vitest'
import { completeAnswer } from './ready-answers.ts'

const head = 'HTTP/1.1 200 OK\r\n'

test('an answer that is too long to be kept is written as a string, with the same head', () => {
  const short = { head, body: 'caf\u00e9' }
  const long = { head, body: 'x'.repeat(9 * 1024 * 1024) }

  const kept = completeAnswer(short)
  expect(kept).toBeInstanceOf(Buffer)
  expect(kept.toString('latin1')).toMatch(
    /^HTTP\/1\.1 200 OK\r\nDate: .* GMT\r\nConnection: keep-alive\r\nKeep-Alive: .*\r\n\r\ncaf\u00e9$/,
  )
  const written = completeAnswer(long)
  expect(typeof written).toBe('string')
  expect(written).toMatch(/^HTTP\/1\.1 200 OK\r\nDate: .* GMT\r\n/)
  expect(String(written).endsWith(`\r\n\r\n${long.body}`)).toBe(true)
})

test('an answer has the time of the second in which it is sent', ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = { head, body: '' }

  vi.setSystemTime('2026-11-23T12:00:00.900Z')
  const first = completeAnswer(answer)
  expect(completeAnswer(answer)).toBe(first)
  vi.setSystemTime('2026-11-23T12:00:01.000Z')
  expect(first.toString()).toContain('12:00:00 GMT')
  expect(completeAnswer(answer).toString()).toContain('12:00:01 GMT')
})
