import { type ExecFileOptions, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { numberedLevels } from '../../packages/db/src/index.ts'
import { migrateTemplate } from '../../packages/db/src/testing.ts'
import type { Tally } from '../tally-reporter.ts'
import { notDone, type Report } from './report.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** The file of a release that makes the template of all test databases. */
const MAKES_TEMPLATE = 'scripts/test-database.ts'
const MAKE_TEMPLATE = `const { default: makeTemplate } = await import('./${MAKES_TEMPLATE}'); await makeTemplate()`
const LEAVE_TEMPLATE =
  '// The release after this one has migrated the template.\nexport default async function useTemplate() {}\n'

/** Milliseconds for one test. A timeout says something about this machine, and nothing about the schema. */
const TEST_LIMIT = 600_000

/**
 * Runs the integration tests of the server of an earlier release on databases that it made and this tree has upgraded: its
 * servers run on them while they are replaced. It is checked out into a temporary folder, with its own dependencies.
 * @param ref a commit or tag; by default the newest tag
 */
export async function torturePrevious(ref?: string): Promise<Report> {
  const previous = ref ?? (await newestTag())
  if (!previous) return notDone('there is no tag: name a release with --previous')
  const folder = await mkdtemp(join(tmpdir(), 'nightdesk-previous-'))
  const git = (...args: string[]) => run('git', args, { cwd: ROOT })
  await git('worktree', 'add', '--detach', '--force', folder, previous)
  try {
    await prepare(folder)
    const { passed, failures } = await testServer(folder)
    const level = (await numberedLevels()).at(-1)
    const line = `Tests of ${previous}`.padEnd(20)
    return { lines: [`${line} ${passed} passed on the schema ${level}`], problems: failures }
  } finally {
    await git('worktree', 'remove', '--force', folder)
  }
}

async function newestTag(): Promise<string | undefined> {
  const { stdout } = await run('git', ['tag', '--sort=-creatordate'], { cwd: ROOT })
  return stdout.split('\n').find(Boolean)
}

/** Installs and builds the release, whose tests over HTTP need the built web app, and upgrades its template. */
async function prepare(folder: string): Promise<void> {
  const options = optionsIn(folder)
  await run('npm', ['ci'], options)
  await run('npm', ['run', 'build'], options)
  await run('node', ['--input-type=module', '--eval', MAKE_TEMPLATE], options)
  await writeFile(join(folder, MAKES_TEMPLATE), LEAVE_TEMPLATE)
  await migrateTemplate()
}

async function testServer(folder: string): Promise<Tally> {
  const VITEST_TALLY = join(folder, 'tally.json')
  const { cwd, env } = optionsIn(folder)
  // It takes minutes. When it is interrupted, its output says what failed until then.
  const tests = spawn('npx', ['vitest', 'run', '--project', 'apps/server', `--testTimeout=${TEST_LIMIT}`], {
    cwd,
    env: { ...env, VITEST_TALLY },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // It exits with 1 when a test fails, which the tally says.
  const [code] = await once(tests, 'exit')
  const text = await readFile(VITEST_TALLY, 'utf8').catch(() => null)
  if (text === null) throw new Error(`The tests of the release before did not run: they exited with ${code}`)
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
