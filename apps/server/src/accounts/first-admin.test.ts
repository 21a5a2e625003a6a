import { SettingsError } from '@nightdesk/config'
import { expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { as, db, dependencies } from '../testing.ts'
import { prepareFirstAdmin } from './setup.ts'

const env = (ADMIN_EMAIL: string, ADMIN_PASSWORD: string) =>
  readEnv({ DATABASE_URL: 'postgres://x', ADMIN_EMAIL, ADMIN_PASSWORD })

test('a password of the environment that breaks the rules makes no admin', async () => {
  const strict = { ...dependencies, password_min_length: 20 }

  const preparing = prepareFirstAdmin(strict, env('ada@example.org', 'correct horse'))

  await expect(preparing).rejects.toThrow(SettingsError)
  await expect(preparing).rejects.toThrow('ADMIN_PASSWORD: Password must be at least 20 characters long')
})

test.each(['123456789', 'ada.lovelace1'])('%s is such a password', async (password) => {
  const preparing = prepareFirstAdmin(dependencies, env('ada.lovelace@example.org', password))

  await expect(preparing).rejects.toThrow('ADMIN_PASSWORD: ')
})

test('two servers that start at once make one admin of the environment, with an audit line, who can sign in', async () => {
  const start = () => prepareFirstAdmin(dependencies, env('ada.lovelace@example.org', 'correct horse'))

  const notices = await Promise.all([start(), start()])

  expect(notices.filter((notice) => notice !== null)).toEqual([
    'Created the first admin, ada.lovelace@example.org',
  ])
  const users = await db.selectFrom('users').select(['id', 'full_name', 'role']).execute()
  expect(users).toMatchObject([{ full_name: 'Ada Lovelace', role: 'admin' }])
  const lines = await db.selectFrom('audit_log').select(['actor_id', 'action', 'target', 'detail']).execute()
  const line = { actor_id: null, action: 'setup', target: `user:${users[0]?.id}`, detail: { by: 'operator' } }
  expect(lines).toEqual([line])
  const credentials = { username: 'ada.lovelace@example.org', password: 'correct horse' }
  expect(await as(null).auth.login(credentials)).toMatchObject({ role: 'admin' })
})
