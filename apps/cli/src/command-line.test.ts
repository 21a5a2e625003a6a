import { exec } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lockDirectory } from '@nightdesk/db/embedded'
import { createTestDb } from '@nightdesk/db/testing'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN, sharedNightdesk } from './testing.ts'

const nightdesk = sharedNightdesk()

// No database listens here, and none is needed.
const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/nothing'

test.each([
  [[], 'No command specified.', 'nightdesk'],
  [['destroy'], 'Unknown command destroy', 'nightdesk'],
  [['destroy', '--help'], 'Unknown command destroy', 'nightdesk'],
  [['constructor'], 'Unknown command constructor', 'nightdesk'],
  [['user', 'lst'], 'Unknown command lst', 'nightdesk user'],
  [['user', 'list', '--jso'], "Unknown option '--jso'", 'nightdesk user list'],
  [
    ['user', 'list', 'ada@example.org'],
    "Too many arguments for 'list'. Expected 0 arguments but got 1: ada@example.org.",
    'nightdesk user list',
  ],
  [['analytics', 'rebuild', '--dya=2026-11-18'], "Unknown option '--dya'", 'nightdesk analytics rebuild'],
  [['restore'], 'Name a backup, or a moment with --until', 'nightdesk restore'],
  [['migrate', '-v'], "Unknown option '-v'", 'nightdesk migrate'],
])('%j is refused with a hint to the help of the nearest command', async (args, sentence, name) => {
  const outcome = await nightdesk(args, { DATABASE_URL })

  expect(outcome).toEqual({ code: 2, stdout: '', stderr: `${sentence}\nSee: ${name} --help\n` })
})

test.each([
  [['restore', 'nowhere.tar'], 'nowhere.tar does not exist (ENOENT)'],
  [['restore', '.'], '. is not a backup of Nightdesk'],
  [['backup', 'verify', 'nowhere.tar'], 'nowhere.tar does not exist (ENOENT)'],
  [['export', '/nowhere/stories.zip'], 'The folder /nowhere does not exist.'],
])('%j says in words for people what is wrong with the file', async (args, sentence) => {
  await using database = await createTestDb()
  const outcome = await nightdesk(args, { DATABASE_URL: database.url })

  expect(outcome).toEqual({ code: 1, stdout: '', stderr: `${sentence}\n` })
})

test.each([
  [['help'], 'Usage: nightdesk <command>\n'],
  [['--help'], 'Usage: nightdesk <command>\n'],
  [['help', 'user'], 'Usage: nightdesk user <command>\n'],
  [['user', 'create', '--name', 'Ada', '-h'], 'Usage: nightdesk user create [options]\n'],
  [['user', 'create', '-h'], 'What they sign in with (required)\n'],
])(
  '%j prints the usage of the command by its whole name, and what it requires, without colours in a pipe',
  async (args, usage) => {
    const { code, stdout, stderr } = await nightdesk(args, { NO_COLOR: '' })

    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(usage)
  },
)

test('a demo does not delete the data of one that runs', async () => {
  const DATA_DIR = await temporaryDirectory()
  const present = join(DATA_DIR, 'demo', 'postgres')
  await mkdir(present, { recursive: true })
  const lock = await lockDirectory(present)
  onTestFinished(lock.release)

  const { code, stderr } = await nightdesk(['demo'], { DATA_DIR })

  expect(code).toBe(1)
  expect(stderr).toBe(`A site runs on ${join(DATA_DIR, 'demo')}: stop it first\n`)
  expect(await readdir(join(DATA_DIR, 'demo'))).toEqual(['postgres'])
})

test('output that nobody reads to its end is no failure, and output that cannot be written is one', async () => {
  const run = (to: string) => promisify(exec)(`"${process.execPath}" "${MAIN}" --help ${to}`)

  // The second program ends before the first one writes.
  expect(await run('| true')).toEqual({ stdout: '', stderr: '' })
  await expect(run('> /dev/full')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ENOSPC: .*\n$/),
  })
})
