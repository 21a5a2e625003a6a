import { paragraph } from '../content.ts'
import { chooseMore, more, updated } from './saving.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

test('a key toggles the focus mode, the tab remembers it, and Escape leaves it when no menu is open', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry')])
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const exit = page.getByRole('button', { name: 'Exit Focus' })
  await page.keyboard.press('ControlOrMeta+.')
  await expect(sidebar).toBeHidden()
  await expect(exit).toBeVisible()
  await page.reload()
  await expect(exit).toBeVisible()
  await text.click()
  await moveCaret(page, 'ControlOrMeta+End')
  await expect(page.locator('.editor-footer')).toContainText('2 words')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Insert' })).toBeHidden()
  await expect(exit).toBeVisible()

  // Typing hides the toolbar, and moving the pointer shows it.
  const controls = page.locator('.editor-controls')
  const minutes = page.locator('.editor-footer').getByText('to read')
  await page.keyboard.type('dusk')
  await expect(controls).toHaveCSS('opacity', '0')
  await expect(minutes).toHaveCSS('opacity', '0')
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect(controls).toHaveCSS('opacity', '1')
  await expect(minutes).toHaveCSS('opacity', '1')

  await page.keyboard.press('Escape')
  await expect(sidebar).toBeVisible()
  await expect(text).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
})

test('Escape that leads back from a footnote, or closes a notice, leaves the focus mode as it is', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('The ferry')])
  const exit = page.getByRole('button', { name: 'Exit Focus' })
  await page.keyboard.press('ControlOrMeta+.')
  await page.keyboard.press('ControlOrMeta+Alt+f')
  await page.keyboard.type('A timetable.')
  await page.keyboard.press('Escape')
  await page.keyboard.type(' leaves')
  await expect(text).toContainText('The ferry1 leaves')
  await expect(exit).toBeVisible()
  await page.keyboard.press('Tab')
  const notice = page.getByRole('group', { name: 'Paste' })
  await expect(notice).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notice).toBeHidden()
  await expect(exit).toBeVisible()
})

test('Escape leaves the focus mode also while a notification is shown', async ({ write }) => {
  const { page, text, saved } = await write([paragraph('The ferry')])
  await page.keyboard.press('ControlOrMeta+.')
  await page.keyboard.type(' leaves')
  await saved()
  await expect(updated(page)).toBeVisible()
  await text.press('Escape')
  await expect(more(page)).toBeVisible()
})

test('focus mode ends with the visit of the writing screen', async ({ write }) => {
  const { page } = await write([paragraph('The ferry')])
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await page.keyboard.press('ControlOrMeta+.')
  await expect(sidebar).toBeHidden()
  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Articles', exact: true })).toBeVisible()
  await page.goBack()
  await expect(more(page)).toBeVisible()
  await expect(sidebar).toBeVisible()
})

test('the focus is in the text when the focus mode starts and ends', async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry')])
  await more(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Focus Mode' }).press('Enter')
  await expect(text).toBeFocused()
  await page.getByRole('button', { name: 'Exit Focus' }).press('Enter')
  await expect(more(page)).toBeVisible()
  await expect(text).toBeFocused()
})

test('a save without a title leaves the focus mode and shows the field with its message', async ({
  write,
}) => {
  const { page } = await write([paragraph('The ferry')])
  const title = page.getByLabel('Title', { exact: true })
  await title.fill('')
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press('ControlOrMeta+.')
    await expect(title).toBeHidden()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(title).toBeFocused()
    await expect(page.getByRole('alert').filter({ hasText: 'itle' })).toBeVisible()
  }
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  for (const width of [390, 1280]) {
    test(`at ${width} px the analytics notice beside a text is a line below the save bar, also in focus mode`, {
      tag: '@slow',
    }, async ({ page, write }) => {
      await page.setViewportSize({ width, height: 800 })
      const { id } = await write([paragraph('The ferry')])
      await page.addInitScript(() => localStorage.removeItem('analytics_notice_viewed'))
      await page.goto(`/admin/draft/edit/${id}`)
      const notice = page.getByRole('region', { name: 'Analytics notice' })
      const expectLine = () =>
        expect(async () => {
          const [line, bar] = [await notice.boundingBox(), await page.locator('.save-bar').boundingBox()]
          expect(line!.height).toBeLessThan(80)
          expect(bar!.y + bar!.height).toBeLessThanOrEqual(line!.y + 1)
        }).toPass()
      await expect(notice.getByRole('link')).toHaveText(['Privacy Policy', 'Terms and Conditions'])
      await expectLine()
      await chooseMore(page, 'Focus Mode')
      await expectLine()
      await notice.getByRole('button', { name: 'Got it' }).click()
      await expect(notice).toBeHidden()
    })
  }
})

test('controls that hide and move while typing leave the styles of a long text as they are', async ({
  write,
  browser,
}) => {
  const { page } = await write(Array.from({ length: 400 }, (_, n) => paragraph(`Night ${n}`)))
  const editor = page.locator('.editor')
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.locator('.editor-footer')).toContainText('800 words')
  const untilIdle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await untilIdle()
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.keyboard.type('dusk')
  await expect(editor).toHaveAttribute('data-quiet')
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await expect(editor).not.toHaveAttribute('data-quiet')
  await page.evaluate(() => visualViewport?.dispatchEvent(new Event('scroll')))
  await untilIdle()
  const trace: { traceEvents: { args: { elementCount?: number } }[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  )
  const styled = trace.traceEvents.map(({ args }) => args.elementCount ?? 0)
  expect(Math.max(...styled)).toBeGreaterThan(0)
  expect(Math.max(...styled)).toBeLessThan(400)
})
