import { devices, type Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { expect, extend, moveCaret, test } from './test.ts'

const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
test.use(phone)

/** Simulates a virtual keyboard of this height by the visual viewport, as headless browsers have none. */
async function showKeyboard(page: Page, height: number) {
  await page.evaluate((covered) => {
    const viewport = window.visualViewport
    if (!viewport) throw new Error('Chromium has a visual viewport')
    Object.defineProperty(viewport, 'height', { configurable: true, value: window.innerHeight - covered })
    viewport.dispatchEvent(new Event('resize'))
  }, height)
}

/** Zooms the page by a pinch. */
async function enlarge(page: Page, pageScaleFactor: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor })
}

test('on a phone the toolbar is above the keyboard, in one row, with the block menu above it', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry leaves.')])
  const editor = page.locator('.editor')
  const toolbar = page.getByRole('toolbar')
  const controls = page.locator('.editor-controls')
  const bottom = async () => {
    const box = await controls.boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await expect(page.locator('.editor-footer')).toContainText('3 words')
  const height = await page.evaluate(() => window.innerHeight)

  await showKeyboard(page, 300)
  await expect(editor).toHaveAttribute('data-keyboard')
  expect(await bottom()).toBe(height - 300)
  expect((await controls.boundingBox())?.height).toBeLessThan(80)
  const buttons = toolbar.getByRole('button')
  const tops = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)

  await extend(page, 'ArrowLeft', 'leaves.'.length)
  await toolbar.getByRole('button', { name: 'Bold' }).tap()
  await expect(text.locator('strong')).toHaveText('leaves.')
  await expect(text).toBeFocused()

  await moveCaret(page, 'End')
  await page.keyboard.press('Enter')
  // The line with the caret is visible too, which browsers scroll above the keyboard.
  await showKeyboard(page, 200)
  await page.getByRole('button', { name: 'Insert a block' }).tap()
  const menu = await page.getByRole('listbox', { name: 'Insert' }).boundingBox()
  expect(menu!.y).toBeGreaterThanOrEqual(0)
  expect(menu!.y + menu!.height).toBeLessThanOrEqual((await controls.boundingBox())!.y)
  const line = await text.locator('p').last().boundingBox()
  expect(menu!.y >= line!.y + line!.height - 8 || menu!.y + menu!.height <= line!.y).toBe(true)
  await page.keyboard.press('Escape')

  await showKeyboard(page, 0)
  await expect(editor).not.toHaveAttribute('data-keyboard')
  await expect(controls).not.toHaveCSS('position', 'fixed')

  await enlarge(page, 2)
  await page.waitForFunction(() => window.visualViewport?.scale === 2)
  await expect(editor).not.toHaveAttribute('data-keyboard')
})

test('on a phone no field of the writing screen has text so small that Safari zooms into it', async ({
  write,
}) => {
  const image = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
  const { page } = await write([image, paragraph('The ferry leaves.')])
  await page.getByRole('toolbar').getByRole('button', { name: 'Link' }).tap()
  for (const name of ['Link URL', 'Caption', 'Credit', 'Image description', 'Title']) {
    const field = page.getByLabel(name, { exact: true })
    const size = await field.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))
    expect(size, name).toBeGreaterThanOrEqual(16)
  }
})

test('on a phone no field has text so small that Safari zooms into it', { tag: '@slow' }, async ({
  page,
}) => {
  for (const path of ['articles', 'redirects', 'audit', 'site', 'users/new', 'profile']) {
    await page.goto(`/admin/${path}`)
    const fields = page
      .locator('main')
      .locator('input:not([type=checkbox], [type=radio], [type=file], [type=color]), select, textarea')
    await expect(fields.first()).toBeVisible()
    const sizes = await fields.evaluateAll((all) =>
      all.map((one) => parseFloat(getComputedStyle(one).fontSize)),
    )
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16)
  }
})

test('on a phone the close button of a notice is beside its text', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.press('Tab')
  const words = page.getByRole('status').getByText('Tab stays in the text')
  await expect(words).toBeVisible()
  const [text, button] = [
    await words.boundingBox(),
    await page.getByRole('group', { name: 'Paste' }).getByRole('button', { name: 'Close' }).boundingBox(),
  ]
  expect(button!.x).toBeGreaterThanOrEqual(text!.x + text!.width)
  expect(button!.y).toBeLessThan(text!.y + text!.height)
})
