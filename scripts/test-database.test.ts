import { expect, test, vi } from 'vitest'
import startTestDatabase from './test-database.ts'

test('a database for tests that was stopped is not used for the next tests of the same process', async () => {
  vi.stubEnv('TEST_DATABASE_URL', undefined)
  try {
    const stop = await startTestDatabase()
    await stop?.()

    expect(process.env.TEST_DATABASE_URL).toBeUndefined()
  } finally {
    vi.unstubAllEnvs()
  }
})
