import { expect, test } from 'vitest'
import { databaseLabel } from './context.ts'
import { mailSender, readEnv, siteUrl } from './env.ts'

const DATABASE_URL = 'postgres://x'

test('little needs to be set', () => {
  const env = readEnv({ DATABASE_URL })

  expect(env).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', SITE_TIMEZONE: 'UTC', SESSION_DAYS: 30 })
})

test('what is empty is not set', () => {
  expect(readEnv({ DATABASE_URL, PORT: '', SITE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test('every problem is listed at once, without its value', () => {
  const read = () =>
    readEnv({ PORT: '99999', SITE_TIMEZONE: 'Mars/Base', JWT_SECRET: 'hunter2', SITE_URL: 'ftp://x' })

  const lines = [
    'The settings are not right:',
    '  DATABASE_URL must be set: the address of a Postgres database',
    '  SITE_URL must be a web address without a path, such as https://example.org',
    '  SITE_TIMEZONE must be a time zone such as Africa/Nairobi',
    '  PORT must be at most 65535',
    '  JWT_SECRET must be at least 32 bytes long',
  ]
  expect(read).toThrow(lines.join('\n'))
  expect(read).not.toThrow('hunter2')
})

test('problems of two settings together are listed with the others', () => {
  const read = () =>
    readEnv({
      DATABASE_URL,
      PORT: 'x',
      ADMIN_EMAIL: 'ada@example.org',
      ADMIN_PASSWORD: 'lamplight',
      PASSWORD_MIN_LENGTH: '12',
      S3_BUCKET: 'uploads',
    })

  const lines = [
    'PORT must be a number',
    'S3_ENDPOINT goes together with S3_BUCKET',
    'ADMIN_PASSWORD must be at least as long as PASSWORD_MIN_LENGTH says',
  ]
  for (const line of lines) expect(read).toThrow(line)
  expect(read).not.toThrow('lamplight')
})

test('the metrics do not share the port of the site', () => {
  const message = 'METRICS_PORT takes a port for each server and one for the worker'

  expect(() => readEnv({ DATABASE_URL, METRICS_PORT: '3000' })).toThrow(message)
  expect(readEnv({ DATABASE_URL, METRICS_PORT: '2999' }).METRICS_PORT).toBe(2999)
  expect(readEnv({ DATABASE_URL }).METRICS_PORT).toBeUndefined()
})

test('the email of a first admin goes with a password, and must be one', () => {
  expect(() => readEnv({ DATABASE_URL, ADMIN_EMAIL: 'ada@example.org' })).toThrow('set both or neither')
  expect(() => readEnv({ DATABASE_URL, ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'correct horse' })).toThrow(
    'ADMIN_EMAIL: Invalid email address',
  )
})

test('mails are from the host of the site, or from the set sender', () => {
  const SITE_URL = 'https://desk.example.org:8443'

  expect(mailSender(readEnv({ DATABASE_URL, SITE_URL }))).toBe('nightdesk@desk.example.org')
  expect(mailSender(readEnv({ DATABASE_URL, SMTP_FROM: 'ada@example.org' }))).toBe('ada@example.org')
})

test('a mail server has an address of its kind', () => {
  const SMTP_URL = 'smtps://ada:secret@mail.example.org:465'

  expect(readEnv({ DATABASE_URL, SMTP_URL })).toMatchObject({ SMTP_URL })
  expect(() => readEnv({ DATABASE_URL, SMTP_URL: 'https://mail.example.org' })).toThrow('SMTP_URL must be an')
})

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://0.0.0.0:80'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ SITE_URL: 'https://example.org/' }, 'https://example.org'],
])('with %j the site is at %s', (values, url) => {
  expect(siteUrl(readEnv({ DATABASE_URL, ...values }))).toBe(url)
})

test.each([
  ['SITE_URL', 'https://example.org/magazine'],
  ['SITE_URL', 'https://ada:secret@example.org'],
  ['SITE_URL', 'https://example.org/?x'],
  ['SITE_TIMEZONE', '+05:00'],
  ['SITE_TIMEZONE', 'BST'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/8, proxy.example.org'],
  ['TRUST_PROXY', 'off, loopback'],
  ['DATABASE_URL', 'mysql://x'],
])('%s cannot be %s', (name, value) => {
  expect(() => readEnv({ DATABASE_URL, [name]: value })).toThrow(new RegExp(`^  ${name} must be`, 'm'))
})

test('trusted proxies are networks between commas', () => {
  const TRUST_PROXY = 'loopback, 10.0.0.0/8,2001:db8::/32,'

  expect(readEnv({ DATABASE_URL, TRUST_PROXY }).TRUST_PROXY).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
  ])
  expect(readEnv({ DATABASE_URL, TRUST_PROXY: 'off' }).TRUST_PROXY).toEqual([])
})

test.each([
  [
    'postgres://someone:hunter2@db.example:5433/magazine?sslmode=require&password=x',
    'postgresql://db.example:5433/magazine',
  ],
  ['postgresql://db.example', 'postgresql://db.example/nightdesk'],
  ['postgresql://nightdesk@/nightdesk?host=%2Fvar%2Flib', 'postgresql://embedded/nightdesk'],
  ['postgres://someone:p%40ss@[::1]:5432/x', 'postgresql://[::1]:5432/x'],
  ['postgres://someone:p/w@db.example/x', 'postgresql://db.example/x'],
])('%s is shown as %s', (url, label) => {
  expect(databaseLabel(url)).toBe(label)
})
