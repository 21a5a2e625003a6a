import { expect } from '@playwright/test'
import { write } from '../../test-site.ts'
import { press, startFocusMode } from '../acts.ts'
import { badge } from '../regions.ts'
import { test } from '../test.ts'

test('the table shows the newest change first; another column starts ascending, the same column reverses', async ({
  stage,
}) => {
  const { api } = await stage.site()
  await write(api, { title: 'The Latest of All' })
  const page = await stage.open({ screen: '/admin/articles' })
  const head = (name: string) => page.getByRole('columnheader', { name })
  // Drafts that were never saved come first, in any order.
  const first = page.getByRole('row').filter({ hasNotText: 'Draft kept' }).nth(1)
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'descending')
  await expect(first).toContainText('The Latest of All')
  await press('Status')(page)
  await expect(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'none')
  await press('Last Updated')(page)
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'ascending')
  await expect(first).not.toContainText('The Latest of All')
  await press('Last Updated')(page)
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'descending')
})

test('a draft is yellow, and can be published but neither unpublished nor viewed', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/draft/{draft}' })
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Unpublish' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'View', exact: true })).toHaveCount(0)
  await expect(badge(page, 'draft')).toHaveClass(/\btext-warning\b/)
})

test('a published article is green, and can be unpublished and viewed in a new tab', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/draft/{story}' })
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'View', exact: true })).toHaveAttribute('target', '_blank')
  await expect(badge(page, 'published')).toHaveClass(/\btext-success\b/)
})

test('a selected version shows its text; reverting brings it back and clears the selection', async ({
  stage,
}) => {
  const page = await stage.open({ screen: '/admin/draft/{edited}?versions' })
  await expect(page.getByText('The second text.')).toBeVisible()
  await press(/^Version 1\b/)(page)
  await expect(page.getByText('The first text.')).toBeVisible()
  await press(/^Revert/)(page)
  await expect(page.getByRole('button', { name: /^Version 3\b/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Version/, pressed: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Lamp for Vesta')
})

test('the focus mode shows only the editor, and keeps the typed text', async ({ stage }) => {
  const page = await stage.open({ screen: '/admin/draft/edit/{draft}' })
  const outside = [
    page.getByRole('complementary', { name: 'Sidebar' }),
    page.locator('.top-bar'),
    page.getByLabel('Title', { exact: true }),
    page.getByText(/^Created/),
  ]
  const text = page.locator('[contenteditable]').first()
  await text.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' Nobody lights it again.')
  await startFocusMode(page)
  for (const element of outside) await expect(element).toBeHidden()
  await expect(text).toContainText('Nobody lights it again.')
  await press('Exit Focus')(page)
  for (const element of outside) await expect(element).toBeVisible()
  await expect(text).toContainText('Nobody lights it again.')
})
