import type { Locator, Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import { expect, moveCaret, openBar, test } from './test.ts'

test.use({ isShared: true })

const long = Array.from({ length: 60 }, (_, index) => paragraph(`Line ${index} of the log.`))
const image = { type: 'image', url: '/icon-192.png', children: [{ text: '' }] }

/** Whether the middle of an element is visible, neither outside of the window nor under a bar. */
const expectSeen = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate((shown) => {
        const { x, y, width, height } = shown.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return shown === top || shown.contains(top)
      }),
    )
    .toBe(true)

const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')
const redo = (page: Page) => page.keyboard.press('ControlOrMeta+Shift+z')

for (const isFocused of [false, true]) {
  const where = isFocused ? 'in focus mode' : 'on the page'
  test(`${where}, undo and redo scroll to their changes`, async ({ write }) => {
    const { page, text } = await write(long)
    if (isFocused) await page.keyboard.press('ControlOrMeta+.')
    const [first, last] = [text.locator('p').first(), text.locator('p').last()]
    await moveCaret(page, 'ControlOrMeta+Home')
    await page.keyboard.type('At night: ')
    await moveCaret(page, 'ControlOrMeta+End')
    await expectSeen(last)
    await undo(page)
    await expect(first).toHaveText('Line 0 of the log.')
    await expectSeen(first)
    await moveCaret(page, 'ControlOrMeta+End')
    await expectSeen(last)
    await redo(page)
    await expect(first).toHaveText('At night: Line 0 of the log.')
    await expectSeen(first)
    await page.keyboard.type('still ')
    await expect(first).toHaveText('At night: still Line 0 of the log.')
  })
}

test('undo by the button scrolls to its change after the text was scrolled', async ({ write }) => {
  const { page, text } = await write(long)
  await page.keyboard.type(' The end.')
  await page.mouse.wheel(0, -100_000)
  const last = text.locator('p').last()
  await expect(last).not.toBeInViewport()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(last).toHaveText('Line 59 of the log.')
  await expectSeen(last)
})

test('undo scrolls its change clear of the open find bar', async ({ write }) => {
  const { page, text } = await write(long)
  await moveCaret(page, 'ControlOrMeta+Home')
  await page.keyboard.type('At night: ')
  await openBar(page, 'ControlOrMeta+f')
  await text.getByText('Line 40 ').click()
  await undo(page)
  const first = text.locator('p').first()
  await expect(first).toHaveText('Line 0 of the log.')
  await expectSeen(first)
})

test('undo scrolls to a restored image, and redo to its former place', async ({ write }) => {
  const { page, text } = await write([paragraph('Before'), image, ...long])
  await text.getByText('Before').click()
  await moveCaret(page, 'End')
  await moveCaret(page, 'ArrowRight')
  await page.keyboard.press('Backspace')
  await expect(text.locator('.editor-image')).toHaveCount(0)
  await moveCaret(page, 'ControlOrMeta+End')
  await undo(page)
  await expectSeen(text.locator('.editor-image'))
  await moveCaret(page, 'ControlOrMeta+End')
  await redo(page)
  await expect(text.locator('.editor-image')).toHaveCount(0)
  await expectSeen(text.locator('p').first())
})

test('redo scrolls to a moved block and to formatted text', async ({ write }) => {
  const { page, text } = await write(long)
  await moveCaret(page, 'ControlOrMeta+Home')
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Shift+Home')
  await moveCaret(page, 'Shift+End')
  await page.keyboard.press('ControlOrMeta+b')
  await expect(text.locator('strong')).toHaveText('Line 0 of the log.')
  for (const seen of [text.getByText('Line 0 of the log.'), text.locator('strong')]) {
    await undo(page)
    await undo(page)
    await moveCaret(page, 'ControlOrMeta+End')
    await redo(page)
    await expectSeen(text.getByText('Line 0 of the log.'))
    await moveCaret(page, 'ControlOrMeta+End')
    await redo(page)
    await expectSeen(seen)
  }
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  test('no undo step restores more than half a minute of deletions', async ({ page, write }) => {
    await page.clock.install()
    const { text } = await write([paragraph('The ferry leaves. Nobody waves.')])
    const deleteAt = async (keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      await page.clock.fastForward(31_000)
    }
    await deleteAt(['Backspace', 'Backspace', 'ControlOrMeta+Backspace', 'Backspace'])
    await deleteAt(['ControlOrMeta+Backspace', 'Backspace'])
    await deleteAt(['Backspace', 'Backspace'])
    await expect(text).toHaveText('The ferry leave')
    for (const left of ['The ferry leaves.', 'The ferry leaves. Nobody', 'The ferry leaves. Nobody waves.']) {
      await undo(page)
      await expect(text).toHaveText(left)
    }
  })
})
