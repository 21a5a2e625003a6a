import { defineConfig } from '@playwright/test'
import { chromiumHere } from './scripts/chromium-here.ts'

/** Root needs it: Chromium’s sandbox does not run as root. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'apps/web/e2e',
  globalSetup: './scripts/test-database.ts',
  // One more than the machine that Nightdesk is made for has cores: some of a test’s time is waiting.
  workers: 3,
  timeout: 120_000,
  // No measure of speed: how long a test waits on a busy machine before it gives up.
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 30_000,
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumHere(), args },
    // A recording of every test takes a fifth of the time; `--trace on` makes one.
    screenshot: 'only-on-failure',
  },
})
