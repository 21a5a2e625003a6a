import { expect, type Page } from '@playwright/test'

/** Fails the test on anything that the Content-Security-Policy stopped, and on any script error. */
export function checkPolicy(page: Page): void {
  page.on('console', (message) => {
    expect(message.text()).not.toMatch(/Content Security Policy|Refused to/)
  })
  page.on('pageerror', (error) => {
    expect(error, 'no script fails').toBeUndefined()
  })
}
