import type { Locator } from '@playwright/test'
import { paragraph } from './content.ts'
import { expect, test } from './editor/test.ts'
import { write } from './test-site.ts'

// Forced colours remove backgrounds and shadows, so no state may be shown by them alone.

test.use({ isShared: true })

let id: number
test.beforeAll(async ({ site }) => {
  id = await write(site.api, { title: 'The Night Ferry', content: [paragraph('Dusk.')], published: true })
})
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }))

const groundOf = (control: Locator) =>
  control.evaluate((element) => getComputedStyle(element).backgroundColor)

test('a pressed button, the current screen and a chosen period have another background than the others', async ({
  page,
}) => {
  await page.goto('/admin/analytics')
  const period = page.getByRole('group', { name: 'Period' }).getByRole('button')
  await expect(period.first()).toBeVisible()
  const [chosen, other] = [
    period.and(page.locator('[aria-pressed=true]')),
    period.and(page.locator('[aria-pressed=false]')),
  ]
  expect(await groundOf(chosen)).not.toBe(await groundOf(other.first()))
  const screens = page.getByRole('navigation', { name: 'Admin' })
  expect(await groundOf(screens.getByRole('link', { name: 'Analytics' }))).not.toBe(
    await groundOf(screens.getByRole('link', { name: 'Articles' })),
  )

  await page.goto(`/admin/draft/edit/${id}`)
  const bold = page.getByRole('toolbar').getByRole('button', { name: 'Bold' })
  await page.locator('[contenteditable]').first().click()
  const before = await groundOf(bold)
  await page.keyboard.press('ControlOrMeta+b')
  await expect(bold).toHaveAttribute('aria-pressed', 'true')
  expect(await groundOf(bold)).not.toBe(before)
})

test('the band of the home page has one line at each edge', async ({ page }) => {
  await page.goto('/')

  const lines = await page
    .locator('.jacket, .hero')
    .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).borderBlock))
  expect(lines.filter((line) => !line.startsWith('0px'))).toEqual([expect.not.stringContaining('rgba')])
})

test('how far a story is read is visible', async ({ page }) => {
  await page.goto(`/post/${id}`)

  const bar = await page
    .locator('.story')
    .evaluate((story) => getComputedStyle(story, '::before').backgroundColor)
  expect(bar).not.toBe(await groundOf(page.locator('body')))
})

test('the fill of the disk bar and the state of a switch are visible', async ({ page }) => {
  await page.goto('/admin/settings')
  const fill = page.getByRole('meter', { name: 'Disk Usage' }).locator('.bar-fill')
  await expect(fill).toBeVisible()
  expect(await groundOf(fill)).not.toBe(await groundOf(page.locator('body')))

  await page.goto('/admin/profile')
  const keys = page.getByRole('switch', { name: 'Single-key shortcuts' })
  const on = await groundOf(keys)
  await keys.click()
  await expect.poll(() => groundOf(keys)).not.toBe(on)
  const isKnobSeen = async () => (await groundOf(keys.locator('span'))) !== (await groundOf(keys))
  await expect.poll(isKnobSeen).toBe(true)
})
