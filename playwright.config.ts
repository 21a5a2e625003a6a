import { defineConfig } from '@playwright/test'
import { chromiumHere } from './scripts/chromium-here.ts'

const TRIALS = '**/*.trial.spec.ts'

/** Chromium’s sandbox does not run as root. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'apps/web/e2e',
  globalSetup: './scripts/test-database.ts',
  // One more than the two cores of the reference machine, as tests also wait.
  workers: 3,
  timeout: 120_000,
  // Not a speed limit, but the longest wait on a busy machine.
  expect: { timeout: 20_000 },
  projects: [
    { name: 'browser', testIgnore: TRIALS },
    { name: 'trials', testMatch: TRIALS },
  ],
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 30_000,
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumHere(), args },
    // Recording a trace of every test takes a fifth of the time; `--trace on` records them.
    screenshot: 'only-on-failure',
  },
})
