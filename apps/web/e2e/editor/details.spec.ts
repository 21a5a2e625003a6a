import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { more } from './saving.ts'
import { expect, test } from './test.ts'

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

test.use({ isShared: true })

test('the details schedule a publication, change it and cancel it', { tag: '@journey' }, async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves at dusk.')])
  const article = async () => (await site.api.get(`/admin/articles/${id}`)).json()
  await expect(details(page)).toContainText('Not scheduled.')

  await scheduleAt(page, 'Schedule…', '2199-11-28')
  await expect(details(page).getByRole('region', { name: 'Schedule' })).toContainText(
    'The newest save goes out on Nov 28, 2199, 9:00 AM',
  )
  const scheduled_at = new Date('2199-11-28T09:00').toISOString()
  expect(await article()).toMatchObject({ state: 'draft', scheduled_at })

  await scheduleAt(page, 'Change schedule…', '2199-11-29')
  await expect(details(page)).toContainText('on Nov 29, 2199')
  await details(page).getByRole('button', { name: 'Cancel schedule' }).press('Enter')
  await expect(details(page)).toContainText('Not scheduled.')
  await expect(details(page).getByRole('button', { name: 'Schedule…', exact: true })).toBeFocused()
  expect(await article()).toMatchObject({ state: 'draft', scheduled_at: null })
})

test('the details make a preview link and revoke it; the notes that were left by it stay', async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves at dusk.')])
  const panel = details(page)
  await panel.getByLabel('It works for').selectOption({ label: '1 day' })
  await panel.getByRole('button', { name: 'Make a link' }).click()
  const url = await panel.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  expect((await page.request.get(url)).status()).toBe(200)
  const whole = { name: 'Njeri', text: 'Lovely.', quote: '', prefix: '', suffix: '' }
  const token = new URL(url).pathname.split('/').at(-1)
  expect((await page.request.post(`/api/previews/${token}/notes`, { data: whole })).status()).toBe(201)
  await page.reload()
  await more(page).click()
  const note = page.getByRole('menuitem', { name: '1 note', exact: true })
  await expect(note).toBeVisible()
  // The menu takes the focus a moment after it is seen.
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()

  await panel.getByRole('button', { name: /^Revoke the link of/ }).press('Enter')
  await expect(page.getByText('The notes of readers stay with the article.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Make a link' })).toBeFocused()
  await expect(panel.getByRole('region', { name: 'Links that work' })).toBeHidden()
  expect((await page.request.get(url)).status()).toBe(404)
  const { data } = await (await site.api.get(`/admin/articles/${id}/notes`)).json()
  expect(data).toMatchObject([{ text: 'Lovely.' }])
})

/** Presses the button, and schedules for nine o’clock of that day. */
async function scheduleAt(page: Page, button: string, date: string): Promise<void> {
  await details(page).getByRole('button', { name: button, exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule publication' })
  await dialog.getByLabel('Date').fill(date)
  await dialog.getByLabel('Time').fill('09:00')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}
