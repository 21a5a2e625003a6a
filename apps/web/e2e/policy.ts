import { expect, type Page } from '@playwright/test'

/** Fails the test on violations of the Content-Security-Policy and on script errors. */
export function checkPolicy(page: Page): void {
  page.on('console', (message) => {
    expect(message.text()).not.toMatch(/Content Security Policy|Refused to/)
  })
  page.on('pageerror', (error) => {
    expect(error, 'no script fails').toBeUndefined()
  })
}
