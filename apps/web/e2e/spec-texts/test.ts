import { test as base } from '@playwright/test'
import { createStage, type Stage } from './stage.ts'

/** Tests share one stage: starting Nightdesk takes longer than all that is looked at on a screen. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      await using running = new AsyncDisposableStack()
      await use(createStage(browser, running))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
