import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../client.ts'
import { borrowEmbedded, startEmbedded } from './start.ts'

let root: string
let directory: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'nightdesk-borrow-'))
  // Postgres may run as nobody, who needs access to the parent directory.
  await chmod(root, 0o755)
  directory = join(root, 'postgres')
})

afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))

test('a short task uses the Postgres of a running site and leaves it running', async () => {
  await using running = await startEmbedded(directory)

  const borrowed = await borrowEmbedded(directory)
  await borrowed[Symbol.asyncDispose]()

  expect(borrowed.url).toBe(running.url)
  await expect(answer(running.url)).resolves.toBeDefined()
})

test('a short task starts Postgres where none runs, and stops it', async () => {
  const borrowed = await borrowEmbedded(directory)
  await expect(answer(borrowed.url)).resolves.toBeDefined()

  await borrowed[Symbol.asyncDispose]()

  await expect(answer(borrowed.url)).rejects.toThrow(/ENOENT/)
})

async function answer(url: string) {
  const { db, close } = connect(url)
  return await sql`select 1`.execute(db).finally(close)
}
