import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an error is logged as by the server: without secrets, and without the values that it carries', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const cause = new Error('connect postgres://someone:hunter2@db/x')

  log.warn({
    err: Object.assign(new Error('broken', { cause }), { code: '23505', detail: 'Key (hunter2) exists' }),
  })

  const [line = ''] = lines
  expect(JSON.parse(line)).toMatchObject({ name: 'worker', err: { message: 'broken', code: '23505' } })
  expect(line).not.toContain('hunter2')
})
