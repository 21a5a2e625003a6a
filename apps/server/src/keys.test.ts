import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingsError } from '@nightdesk/config'
import { afterAll, expect, test } from 'vitest'
import { signingSecrets } from './keys.ts'

const directory = await mkdtemp(join(tmpdir(), 'nightdesk-secret-'))
afterAll(() => rm(directory, { recursive: true }))

test('two servers that start at once agree on one key, which only they can read', async () => {
  const [first, second] = await Promise.all([
    signingSecrets({ DATA_DIR: directory }),
    signingSecrets({ DATA_DIR: directory }),
  ])

  expect(first).toEqual(second)
  expect(first.current.length).toBeGreaterThanOrEqual(32)
  expect((await stat(join(directory, 'jwt.key'))).mode & 0o777).toBe(0o600)
})

test('processes that start at the same moment read a whole key, and leave no other file', async () => {
  for (let start = 0; start < 40; start++) {
    const DATA_DIR = await mkdtemp(join(directory, 'start-'))
    const keys = await Promise.all(Array.from({ length: 8 }, () => signingSecrets({ DATA_DIR })))

    expect(new Set(keys.map(({ current }) => Buffer.from(current).toString())).size).toBe(1)
    expect(await readdir(DATA_DIR)).toEqual(['jwt.key'])
  }
})

test('a given key is used unchanged, and not stored', async () => {
  const before = await readFile(join(directory, 'jwt.key'))

  const given = { JWT_SECRET: 'x'.repeat(32), JWT_SECRET_PREVIOUS: 'y'.repeat(32), DATA_DIR: directory }
  const { current, previous } = await signingSecrets(given)

  expect(Buffer.from(current).toString()).toBe('x'.repeat(32))
  expect(Buffer.from(previous ?? '').toString()).toBe('y'.repeat(32))
  expect(await readFile(join(directory, 'jwt.key'))).toEqual(before)
})

test('a renamed key is the previous one, and a new one is made', async () => {
  const before = await signingSecrets({ DATA_DIR: directory })
  await rename(join(directory, 'jwt.key'), join(directory, 'jwt.previous.key'))

  const after = await signingSecrets({ DATA_DIR: directory })

  expect(after.previous).toEqual(before.current)
  expect(after.current).not.toEqual(before.current)
})

test('a damaged key file stops the start for good', async () => {
  await writeFile(join(directory, 'jwt.key'), 'short')

  const reading = signingSecrets({ DATA_DIR: directory })

  await expect(reading).rejects.toThrow('is damaged')
  await expect(reading).rejects.toThrow(SettingsError)
})
