import type { Locator, Page } from '@playwright/test'
import type { Row } from './row.ts'

/** The first element of a page that contains the text of a row. */
export function find(page: Page, { text, as, detail = '', inside }: Row): Locator {
  const place = inside?.find(page) ?? page
  const all = () => {
    if (as === 'notice') return noticeOf(page, text).filter({ hasText: detail })
    if (as === 'label') return place.getByLabel(text, { exact: true })
    if (as === 'part') return place.getByText(text)
    if (as === undefined) return place.getByText(text, { exact: true })
    if (as === 'term' || as === 'listitem') return place.getByRole(as).filter({ hasText: text })
    return place.getByRole(as, { name: text, exact: true })
  }
  return all().first()
}

/** The notice with this title: a toast in the admin, a box with role status on public pages. */
export const noticeOf = (page: Page, title: string | RegExp): Locator =>
  page
    .getByRole('dialog', { name: title, exact: true })
    .or(page.getByRole('status').locator('.toast').filter({ hasText: title }))
