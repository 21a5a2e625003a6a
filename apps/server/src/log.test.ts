import { expect, test } from 'vitest'
import { createLog, requestLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

test('secrets are removed everywhere in a line', () => {
  const line = logged((log) => {
    log.info({ password: 'hunter2', headers: { authorization: 'hunter2', cookie: 'hunter2' } })
    log.info({ body: { token: 'hunter2', current_password: 'hunter2', new_password: 'hunter2' } })
    log.error({
      err: new Error('postgres://someone:hunter2@db/x', { cause: new Error('postgresql://a:hunter2@b') }),
    })
  })

  expect(line).toContain('[redacted]')
  expect(line).not.toContain('hunter2')
})

test('a database password is removed to its end, also with an @ in it', () => {
  const line = logged((log) => log.error({ err: new Error('postgres://someone:lamp@hunter2@db/x') }))

  expect(line).toContain('postgres://[redacted]@db/x')
  expect(line).not.toContain('hunter2')
})

test('a request is logged with method and path, without the query', () => {
  const line = logged((log) => log.info({ req: { method: 'GET', url: '/admin/setup?token=hunter2' } }))

  expect(JSON.parse(line)).toMatchObject({ name: 'server', req: { method: 'GET', path: '/admin/setup' } })
  expect(line).not.toContain('hunter2')
})

test('an error is logged with its code, without the values of its statement', () => {
  const error = Object.assign(new Error('broken'), { code: '23514', detail: 'Failing row contains hunter2' })

  const line = logged((log) => log.error({ err: error }))

  expect(JSON.parse(line).err).toMatchObject({ message: 'broken', code: '23514' })
  expect(line).not.toContain('hunter2')
})

test('one event is one line, with any text in it', () => {
  const line = logged((log) => log.info('first\nsecond\u001b[31m\u2028'))

  expect(line.trimEnd().split('\n')).toHaveLength(1)
  expect(line).not.toContain('\u001b')
})

test('a line of a request has its id, and nothing secret', () => {
  const line = logged((log) => requestLog(log, 'one').warn({ password: 'hunter2' }, 'Odd'))

  expect(JSON.parse(line)).toMatchObject({ name: 'server', reqId: 'one', msg: 'Odd', password: '[redacted]' })
})
