import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from './start.ts'

let home = ''
const version = () => join(home, 'cluster', 'PG_VERSION')

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'nightdesk-cluster-'))
  await chmod(home, 0o755)
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
})

test.each([
  [17, /has a database of Postgres 17, .* `npm run nightdesk -- upgrade`, moves it\.$/],
  [99, /has a database of Postgres 99, .* Start the release that made it\.$/],
])('a database of Postgres %i is left alone, and the sentence says what to do', async (major, sentence) => {
  await mkdir(join(home, 'cluster'))
  await writeFile(version(), `${major}\n`)

  await expect(startEmbedded(home)).rejects.toThrow(sentence)
  expect(await readFile(version(), 'utf8')).toBe(`${major}\n`)
})
