import { expect, onTestFinished, test, vi } from 'vitest'
import { readEnv } from '../env.ts'
import { planOf } from './plan.ts'
import { sitePrograms } from './program.ts'

test.each([
  [
    'server',
    ['ADMIN_PASSWORD', 'JWT_SECRET', 'S3_SECRET_KEY', 'SMTP_URL', 'CDN_PURGE_URL'],
    ['TRUSTED_IMAGE_ORIGINS', 'MIGRATION_DATABASE_URL', 'CDN_PURGE_TOKEN'],
  ],
  [
    'worker',
    ['S3_SECRET_KEY', 'TRUSTED_IMAGE_ORIGINS', 'DATABASE_DIRECT_URL', 'CDN_PURGE_URL', 'CDN_PURGE_TOKEN'],
    ['ADMIN_PASSWORD', 'JWT_SECRET', 'SMTP_URL', 'MIGRATION_DATABASE_URL'],
  ],
])('the %s gets only the secrets that it needs', (name, given, withheld) => {
  const env = readEnv()
  for (const setting of [...given, ...withheld]) vi.stubEnv(setting, 'something')
  onTestFinished(() => void vi.unstubAllEnvs())

  const { programs } = planOf(env, sitePrograms({ mode: 'production' }))

  const names = Object.keys(programs.find((one) => one.name === name)?.env ?? {})
  expect(names).toEqual(expect.arrayContaining([...given, 'PATH']))
  expect(names.filter((one) => withheld.includes(one))).toEqual([])
})

test.each([
  [1, 60],
  [2, 60],
  [8, 132],
])('the embedded Postgres of %i servers takes %i connections', (SERVERS, connections) => {
  const { database } = planOf({ ...readEnv(), SERVERS }, sitePrograms({ mode: 'production' }))

  expect(database).toMatchObject({ connections })
})
