import type { Page } from '@playwright/test'
import { paragraph } from './content.ts'
import { expect, test } from './editor/test.ts'
import { write } from './test-site.ts'

test.use({ isShared: true })

let id: number
test.beforeAll(async ({ site }) => {
  const content = Array.from({ length: 12 }, () => paragraph('The ferry leaves at dusk. '.repeat(12)))
  id = await write(site.api, { title: 'A Harbour at Dusk', content })
})

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

for (const [name, viewport] of Object.entries(sizes)) {
  test(`on a ${name}, toasts cover no bar with controls`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto(`/admin/draft/edit/${id}`)
    await page.locator('[contenteditable]').first().click()
    await page.keyboard.type('Dusk. ')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await staysShown(page, 'Article updated successfully')

    expect(await covered(page, '.save-bar, [role=toolbar], .top-bar, .tab-bar, main > div > header')).toEqual(
      [],
    )
  })
}

for (const [name, query] of [
  ['phone', '?versions=1'],
  ['desktop', ''],
] as const) {
  test(`on a ${name}, toasts cover no bar when the end of the text is written on`, async ({ page }) => {
    await page.setViewportSize(sizes[name])
    await page.goto(`/admin/draft/edit/${id}${query}`)
    await expect(page.getByRole('slider', { name: 'Version' })).toBeVisible({ visible: query !== '' })
    await page.locator('[contenteditable]').first().focus()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' Dusk.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await staysShown(page, 'Article updated successfully')
    await page.keyboard.press('Enter')
    await page.keyboard.type('And night.')
    await page.mouse.wheel(0, 10_000)
    await expect.poll(() => page.evaluate(() => innerHeight + scrollY - document.body.scrollHeight)).toBe(0)

    expect(await covered(page, '.save-bar, .time-line')).toEqual([])
  })
}

test('toasts over a dialog on a phone cover none of its buttons', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(`/admin/draft/${id}`)
  await page.getByRole('button', { name: 'Preview…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Preview', exact: true })
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  await dialog
    .getByRole('button', { name: /^Revoke the link/ })
    .first()
    .click()
  await staysShown(page, 'Preview link revoked')
  expect(await covered(page, '.dialog')).toEqual([])
})

test('toasts over the menu of a phone cover none of its entries', async ({ page, site }) => {
  await page.setViewportSize(sizes.phone)
  await page.goto(`/admin/draft/${id}`)
  await page.getByRole('button', { name: /^Archive/ }).click()
  await staysShown(page, 'Article archived successfully')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'More' })
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeVisible()
  expect(await covered(page, 'nav[aria-label=Admin] > *')).toEqual([])
  await site.api.put(`/admin/articles/${id}/restore`)
})

for (const [name, viewport] of Object.entries(sizes))
  test(`on a ${name}, toasts do not cover what can be done with selected articles`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/admin/articles')
    await page.getByRole('checkbox', { name: 'Select A Harbour at Dusk' }).check()
    await page.getByRole('button', { name: 'Actions for A Harbour at Dusk' }).click()
    await page.getByRole('menuitem', { name: /^Archive/ }).click()
    await staysShown(page, 'Article archived successfully')
    await expect(page.getByRole('region', { name: 'Selected articles' })).toBeVisible()

    for (const top of [0, 10_000]) {
      await page.evaluate((to) => scrollTo(0, to), top)
      expect(await covered(page, '[aria-label="Selected articles"]')).toEqual([])
    }
    await site.api.put(`/admin/articles/${id}/restore`)
  })

/** A toast under the pointer does not close. */
async function staysShown(page: Page, said: string) {
  await page.getByText(said).hover()
}

/** @returns the elements that toasts cover */
const covered = (page: Page, bars: string) =>
  page.evaluate((selector) => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect()
    if (!toast) throw new Error('Something is announced')
    const isBelow = ({ left, right, top, bottom }: DOMRect) =>
      left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
    const found = [...document.querySelectorAll(selector)]
    if (found.length === 0) throw new Error('There is something to cover')
    return found.filter((bar) => isBelow(bar.getBoundingClientRect())).map(({ className }) => className)
  }, bars)
