import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('every problem is reported at once and before the start, also those of the server and the worker', () => {
  const { status, stderr } = start({
    PORT: '99999.5',
    SERVERS: 'all',
    DATABASE_URL: 'mysql://x',
    SITE_URL: 'ftp://x',
    JWT_SECRET: 'short',
    VIEW_RETENTION_MONTHS: 'x',
    LOG_LEVEL: 'loud',
  })

  expect(status).toBe(1)
  expect(stderr).toBe(`The settings are not right:
  SITE_URL must be a web address without a path, such as https://example.org
  LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent
  PORT must be a whole number
  JWT_SECRET must be at least 32 bytes long
  VIEW_RETENTION_MONTHS must be a number
  SERVERS must be auto, or a whole number from 1 to 64
  DATABASE_URL must begin with postgresql://
`)
})

test('a role for migrations goes with an outside database, and nowhere else', () => {
  const { status, stderr } = start({
    DATABASE_URL: '',
    MIGRATION_DATABASE_URL: 'postgresql://owner@db.example.org/nightdesk',
  })

  expect(status).toBe(1)
  expect(stderr).toBe(`The settings are not right:
  MIGRATION_DATABASE_URL goes together with DATABASE_URL: the embedded Postgres has a role for each by itself
`)
})

test('an address without a pooler goes with the one of the pooler', () => {
  const { status, stderr } = start({
    DATABASE_URL: '',
    DATABASE_DIRECT_URL: 'postgresql://nightdesk@db.example.org/nightdesk',
  })

  expect(status).toBe(1)
  expect(stderr).toBe(`The settings are not right:
  DATABASE_DIRECT_URL goes together with DATABASE_URL: that is the address of its pooler
`)
})

test('a bucket that is half described is refused', () => {
  const { status, stderr } = start({ S3_BUCKET: 'night-desk', S3_ENDPOINT: 'https://s3.example.org' })

  expect(status).toBe(1)
  expect(stderr).toBe(`The settings are not right:
  S3_ENDPOINT goes together with S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY: set all or none
`)
})

function start(env: NodeJS.ProcessEnv) {
  const main = fileURLToPath(new URL('./main.mjs', import.meta.url))
  return spawnSync(process.execPath, [main, 'start'], { env: { ...process.env, ...env }, encoding: 'utf8' })
}
