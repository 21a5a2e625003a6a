import { test as base } from '@playwright/test'
import { createStage, type Stage } from './stage.ts'

/** Tests share one stage, as starting Nightdesk takes longer than all checks of a screen. */
export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ browser }, use) => {
      await using running = new AsyncDisposableStack()
      await use(createStage(browser, running))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
