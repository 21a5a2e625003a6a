import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { findChromium } from './chromium.ts'
import { leaveNothing, runTool } from './leave-nothing.ts'
import { failure, type Tally } from './tally-reporter.ts'

// `npm test`: builds stale packages, then runs unit and integration tests on a real Postgres, then the tests in Chromium that
// are tagged as a journey. `--browser` runs all tests in Chromium that are not tagged as slow, and `--all` adds those and the
// trials, which break, fill or kill something. `--changed` runs only the tests of changed packages that import what has changed
// since the last commit. The last lines of the output name all failures and count all tests.

// Test files and the programs they start share the compile cache, and so start faster.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

leaveNothing()
const reports = await mkdtemp(join(tmpdir(), 'nightdesk-reports-'))
const vitestTally = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const isAll = process.argv.includes('--all')
const isChanged = process.argv.includes('--changed')
const inBrowser = process.argv.includes('--browser') ? ['--grep-invert', '@slow'] : ['--grep', '@journey']

if (!isChanged) await build()
const CHROMIUM_PATH = isChanged ? '' : await findChromium()
const selection = isChanged ? ['--changed', ...changedProjects()] : isAll ? [] : ['--project', '!trials']
const tallies = [
  await count('vitest', ['run', ...selection], { VITEST_TALLY: vitestTally, CHROMIUM_PATH }, async () =>
    JSON.parse(await readFile(vitestTally, 'utf8')),
  ),
]
if (!isChanged)
  tallies.push(
    await count(
      'playwright',
      ['test', ...(isAll ? [] : ['--project', 'browser', ...inBrowser])],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport, CHROMIUM_PATH },
      async () => readPlaywright(JSON.parse(await readFile(playwrightReport, 'utf8'))),
    ),
  )
await rm(reports, { recursive: true })
const failures = tallies.flatMap((tally) => tally.failures)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/** The packages in which files differ from the last commit. */
function changedProjects(): string[] {
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    encoding: 'utf8',
  })
  const roots = changed.match(/(?<=^.. )(?:apps|packages)\/[\w-]+/gm) ?? []
  return ['project', ...new Set(roots)].flatMap((root) => ['--project', root])
}

async function build() {
  const code = await runTool('turbo', ['run', 'build', '--output-logs=errors-only', '--ui=stream'])
  if (code !== 0) process.exit(code)
}

/** Runs tests and reads their tally. A runner that fails without naming a failure counts as one. */
async function count(
  runner: string,
  args: string[],
  env: Record<string, string>,
  read: () => Promise<Tally>,
): Promise<Tally> {
  const code = await runTool(runner, args, env)
  const tally = await read().catch(
    (error: unknown): Tally => ({ passed: 0, failures: [failure(`${runner} left no report`, `${error}`)] }),
  )
  if (code !== 0 && tally.failures.length === 0) tally.failures.push(`${runner} ended with exit code ${code}`)
  return tally
}

function readPlaywright({ stats, suites, errors }: JSONReport): Tally {
  const outside = errors.map(({ message }) => failure('outside of a test', message))
  const skipped =
    process.env.CI && stats.skipped > 0 ? [failure('playwright', `${stats.skipped} tests were skipped`)] : []
  return { passed: stats.expected, failures: [...suites.flatMap(failuresOf), ...outside, ...skipped] }
}

/** A flaky test counts as failed, as it is a bug until proven otherwise. */
function failuresOf({ specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.filter(({ tests }) =>
    tests.some(({ status }) => ['unexpected', 'flaky'].includes(status)),
  )
  return [
    ...failed.map(({ file, line, title, tests }) =>
      failure(`${file}:${line} › ${title}`, tests.flatMap(({ results }) => results)[0]?.error?.message),
    ),
    ...suites.flatMap(failuresOf),
  ]
}
