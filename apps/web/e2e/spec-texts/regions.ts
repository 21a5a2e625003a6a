import type { Locator, Page } from '@playwright/test'

/** A part of a screen. */
export interface Region {
  name: string
  find(page: Page): Locator
}

type Landmark = 'banner' | 'main' | 'contentinfo' | 'complementary' | 'navigation' | 'region' | 'table'

export const landmark = (role: Landmark, name?: string): Region => ({
  name: name ?? role,
  find: (page) => page.getByRole(role, { name, exact: true }).first(),
})

/** The row of a table that contains a text. */
export const rowWith = (text: string): Region => ({
  name: `row of ${text}`,
  find: (page) => page.getByRole('row').filter({ hasText: text }),
})

/** The badge around a text. */
export const badge = (within: Page | Locator, text: string): Locator =>
  within.getByText(text, { exact: true }).first().locator('..')
