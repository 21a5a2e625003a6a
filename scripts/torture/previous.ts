import { type ExecFileOptions, execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { numberedLevels } from '../../packages/db/src/index.ts'
import type { Tally } from '../tally.ts'
import startTestDatabase from '../test-database.ts'
import { notDone, type Report } from './report.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** The file of a release that makes the template of all test databases. Here, this tree has made it. */
const MAKES_TEMPLATE = 'scripts/test-database.ts'
const LEAVE_TEMPLATE =
  '// The template is of the release after this one.\nexport default async function useTemplate() {}\n'

/**
 * Runs the integration tests of the server of an earlier release on databases with the schema, functions and rights of this tree:
 * its servers run on them while they are replaced. It is checked out into a temporary folder, with its own dependencies.
 * @param ref a commit or tag; by default the newest tag
 */
export async function torturePrevious(ref?: string): Promise<Report> {
  const previous = ref ?? (await newestTag())
  if (!previous) return notDone('there is no tag: name a release with --previous')
  const folder = await mkdtemp(join(tmpdir(), 'nightdesk-previous-'))
  const git = (...args: string[]) => run('git', args, { cwd: ROOT })
  await git('worktree', 'add', '--detach', '--force', folder, previous)
  const stopDatabase = await startTestDatabase()
  try {
    await prepare(folder)
    const { passed, failures } = await testServer(folder)
    const level = (await numberedLevels()).at(-1)
    const line = `Tests of ${previous}`.padEnd(20)
    return { lines: [`${line} ${passed} passed on the schema ${level}`], problems: failures }
  } finally {
    await stopDatabase?.()
    await git('worktree', 'remove', '--force', folder)
  }
}

async function newestTag(): Promise<string | undefined> {
  const { stdout } = await run('git', ['tag', '--sort=-creatordate'], { cwd: ROOT })
  return stdout.split('\n').find(Boolean)
}

/** Installs and builds the release, whose tests over HTTP need the built web app. */
async function prepare(folder: string): Promise<void> {
  await writeFile(join(folder, MAKES_TEMPLATE), LEAVE_TEMPLATE)
  const options = optionsIn(folder)
  await run('npm', ['ci'], options)
  await run('npm', ['run', 'build'], options)
}

async function testServer(folder: string): Promise<Tally> {
  const VITEST_TALLY = join(folder, 'tally.json')
  const { env, ...options } = optionsIn(folder)
  const tests = run('npx', ['vitest', 'run', '--project', 'apps/server'], {
    ...options,
    env: { ...env, VITEST_TALLY },
  })
  // It exits with 1 when a test fails, which the tally says.
  const failed = await tests.then(
    () => null,
    (error: unknown) => error,
  )
  const text = await readFile(VITEST_TALLY, 'utf8').catch(() => null)
  if (text === null) throw new Error('The tests of the release before did not run', { cause: failed })
  const tally: Tally = JSON.parse(text)
  return tally
}

/** Its own programs come first on the path, and not those of this tree. */
const optionsIn = (cwd: string): ExecFileOptions => ({
  cwd,
  maxBuffer: 2 ** 28,
  env: {
    ...process.env,
    PATH: `${join(cwd, 'node_modules/.bin')}:${process.env.PATH}`,
  },
})
