import { defineConfig } from '@playwright/test'

/** Root needs it: Chromium’s sandbox does not run as root. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []

export default defineConfig({
  testDir: 'apps/web/e2e',
  // Files side by side, as many as the machine that Nightdesk is made for has cores.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 15_000,
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args },
    trace: 'retain-on-failure',
  },
})
