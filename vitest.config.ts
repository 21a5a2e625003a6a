import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { TallyReporter } from './scripts/tally-reporter.ts'

const packages = ['contracts', 'config', 'db', 'storage', 'images', 'editor'].map(
  (name) => `packages/${name}`,
)
const apps = ['server', 'worker', 'web', 'cli'].map((name) => `apps/${name}`)
/** What their modules do leaves nothing behind: one process runs many of their files, which halves their time. */
const pure = ['packages/contracts', 'packages/editor', 'apps/web']

// `npm test` says where it wants the tally.
const tally = process.env.VITEST_TALLY ? [new TallyReporter(process.env.VITEST_TALLY)] : []

export default defineConfig({
  test: {
    reporters: ['default', ...tally],
    projects: [
      ...[...packages, ...apps].map((root) => ({
        extends: true as const,
        root,
        test: { name: root, include: ['src/**/*.test.{ts,tsx}'], isolate: !pure.includes(root) },
      })),
      { extends: true, root: '.', test: { name: 'project', include: ['scripts/**/*.test.ts'] } },
    ],
    globalSetup: './scripts/test-database.ts',
    // No measure of speed: how long a test waits on a busy machine before it gives up.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A log that keeps only the line of a failure says what was expected and what was found.
    chaiConfig: { truncateThreshold: 400 },
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // One more than the machine that Nightdesk is made for has cores: some of a test’s time is waiting for Postgres.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
})
