import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingsError } from '@nightdesk/contracts/settings'
import { afterAll, expect, test } from 'vitest'
import { signingSecret } from './secret.ts'

const directory = await mkdtemp(join(tmpdir(), 'nightdesk-secret-'))
afterAll(() => rm(directory, { recursive: true }))

test('two servers that start at once agree on one key, which only they can read', async () => {
  const [first, second] = await Promise.all([
    signingSecret(undefined, directory),
    signingSecret(undefined, directory),
  ])

  expect(first).toEqual(second)
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect((await stat(join(directory, 'jwt.key'))).mode & 0o777).toBe(0o600)
})

test('a given key is used as it is, and written nowhere', async () => {
  const before = await readFile(join(directory, 'jwt.key'))

  const secret = await signingSecret('x'.repeat(32), directory)

  expect(Buffer.from(secret).toString()).toBe('x'.repeat(32))
  expect(await readFile(join(directory, 'jwt.key'))).toEqual(before)
})

test('a damaged key file stops the start, which is not tried again', async () => {
  await writeFile(join(directory, 'jwt.key'), 'short')

  const reading = signingSecret(undefined, directory)

  await expect(reading).rejects.toThrow('is damaged')
  await expect(reading).rejects.toThrow(SettingsError)
})
