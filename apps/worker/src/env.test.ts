import { backupInterval } from '@nightdesk/config'
import { expect, test } from 'vitest'
import { readEnv, trustedCertificates } from './env.ts'

const read = (TRUSTED_IMAGE_ORIGINS: string) =>
  readEnv({ DATABASE_URL: 'postgresql://localhost/a', TRUSTED_IMAGE_ORIGINS }).TRUSTED_IMAGE_ORIGINS

test('no origin is trusted unless it is named', () => {
  expect(read('')).toEqual([])
})

test('trusted origins are a list, with their scheme and port', () => {
  expect(read('http://pictures.intranet:8080/, https://wiki.intranet')).toEqual([
    'http://pictures.intranet:8080',
    'https://wiki.intranet',
  ])
})

test.each(['pictures.intranet', '10.0.0.0/8', '*', 'file:///srv'])('%s is no origin', (list) => {
  expect(() => read(list)).toThrow('must be a web address without a path, such as https://example.org')
})

const readWith = (env: Record<string, string>) =>
  readEnv({ DATABASE_URL: 'postgresql://localhost/a', ...env })
const FASTLY = 'https://api.fastly.com/service/SU1Z/purge'

test.each([
  [{ CDN_PURGE_TOKEN: 'a' }, 'CDN_PURGE_URL goes together with CDN_PURGE_TOKEN and CDN_KIND'],
  [{ CDN_KIND: 'varnish' }, 'CDN_PURGE_URL goes together with CDN_PURGE_TOKEN and CDN_KIND'],
  [{ CDN_PURGE_URL: FASTLY }, 'CDN_PURGE_TOKEN must be set for Fastly and Cloudflare'],
  [{ CDN_PURGE_URL: 'https://cdn.example.org', CDN_KIND: 'fastly' }, 'CDN_PURGE_TOKEN must be set'],
  [{ CDN_PURGE_URL: FASTLY.replace('https', 'http'), CDN_PURGE_TOKEN: 'a' }, 'CDN_PURGE_URL must be'],
  [{ CDN_PURGE_URL: 'http://ada:secret@varnish:6081/' }, 'CDN_PURGE_URL must be'],
  [{ CDN_PURGE_URL: 'varnish:6081' }, 'CDN_PURGE_URL must be'],
  [{ CDN_PURGE_URL: FASTLY, CDN_PURGE_TOKEN: 'a\nb' }, 'CDN_PURGE_TOKEN must be a token without spaces'],
  [{ CDN_PURGE_URL: FASTLY, CDN_PURGE_TOKEN: 'a', CDN_KIND: 'akamai' }, 'CDN_KIND must be one of fastly,'],
])('%j is no CDN', (env, problem) => {
  expect(() => readWith(env)).toThrow(problem)
})

test.each([
  [{ CDN_PURGE_URL: FASTLY, CDN_PURGE_TOKEN: 'a' }],
  [{ CDN_PURGE_URL: 'http://varnish:6081/' }],
  [{ CDN_PURGE_URL: 'http://proxy:8080/purge', CDN_PURGE_TOKEN: 'a', CDN_KIND: 'cloudflare' }],
])('%j is a CDN', (env) => {
  expect(readWith(env)).toMatchObject(env)
})

test('an archive of views needs an end of their retention', () => {
  expect(() => readWith({ VIEW_ARCHIVE: 'on' })).toThrow(
    'VIEW_ARCHIVE goes together with VIEW_RETENTION_MONTHS',
  )
  expect(() => readWith({ VIEW_ARCHIVE: 'yes' })).toThrow('VIEW_ARCHIVE must be on or off')
  expect(readWith({ VIEW_ARCHIVE: 'on', VIEW_RETENTION_MONTHS: '12' })).toMatchObject({ VIEW_ARCHIVE: 'on' })
})

test.each([
  [{ BACKUP_EVERY: 'hour' }, 'BACKUP_EVERY must be one of day, week, off'],
  [{ BACKUP_S3_BUCKET: 'backups' }, 'BACKUP_S3_ENDPOINT goes together with BACKUP_S3_BUCKET'],
  [{ BACKUP_DIR: '/mnt', BACKUP_S3_BUCKET: 'backups' }, 'BACKUP_DIR goes without BACKUP_S3_BUCKET'],
  [{ BACKUP_PASSPHRASE: 'twelve letters', BACKUP_RECIPIENT: 'age1a' }, 'BACKUP_RECIPIENT goes without'],
])('%j is no place for backups', (env, problem) => {
  expect(() => readWith(env)).toThrow(problem)
})

test.each([
  [{}, 'off'],
  [{ BACKUP_DIR: '/mnt' }, 'day'],
  [{ BACKUP_EVERY: 'week' }, 'week'],
  [{ BACKUP_DIR: '/mnt', BACKUP_EVERY: 'off' }, 'off'],
])('a Postgres of one’s own is backed up with %j: %s', (env, interval) => {
  expect(backupInterval(readWith(env))).toBe(interval)
})

test('a process that reads an import trusts the certificates of the worker, and gets nothing else', () => {
  const trusted = { NODE_EXTRA_CA_CERTS: '/etc/desk/ca.pem', NODE_USE_SYSTEM_CA: '1' }

  expect(trustedCertificates({ ...trusted, S3_SECRET_KEY: 'a secret', NODE_OPTIONS: '--inspect' })).toEqual(
    trusted,
  )
})
