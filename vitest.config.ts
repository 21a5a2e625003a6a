import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { ownHelpers } from './scripts/own-helpers.ts'
import { TallyReporter } from './scripts/tally-reporter.ts'

const workspaces = globSync('{apps,packages}/*/package.json', { cwd: import.meta.dirname }).map(dirname)
/** Tests that break, fill or kill something, or type documented commands. Only `npm run test:all` runs them all. */
const TRIALS = '**/*.trial.test.ts'

const pasteSetup = join(import.meta.dirname, 'packages/editor/src/lexical/paste/testing.ts')

// `npm test` sets the path of the tally.
const tally = process.env.VITEST_TALLY ? [new TallyReporter(process.env.VITEST_TALLY)] : []

export default defineConfig({
  plugins: [ownHelpers()],
  test: {
    reporters: ['default', ...tally],
    projects: [
      ...workspaces.map((root) => ({
        extends: true as const,
        root,
        test: {
          name: root,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [TRIALS],
          setupFiles: root === 'packages/editor' ? [pasteSetup] : [],
        },
      })),
      {
        extends: true,
        root: '.',
        test: { name: 'project', include: ['scripts/**/*.test.ts'], exclude: [TRIALS] },
      },
      {
        extends: true,
        root: '.',
        test: {
          name: 'trials',
          include: [`{apps,packages,scripts}/${TRIALS}`],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
    globalSetup: './scripts/test-database.ts',
    // Not a speed limit, but the longest wait on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Long enough to show expected and received values in logs that keep only the line of a failure.
    chaiConfig: { truncateThreshold: 400 },
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // One process runs many files, as loading the product anew for each takes two fifths of the time.
    isolate: false,
    // One more than the two cores of the reference machine, as tests also wait for Postgres.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
})
