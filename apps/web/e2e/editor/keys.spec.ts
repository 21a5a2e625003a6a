import { paragraph } from '../content.ts'
import { expect, moveCaret, nextFrame, test } from './test.ts'

test.use({ isShared: true })

test('ArrowUp in the first line of the text goes to the title, and from the second line to the first', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('The ferry leaves at dusk. '.repeat(8)), paragraph('Rain.')])
  const title = page.getByLabel('Title', { exact: true })
  await moveCaret(page, 'ArrowUp')
  await moveCaret(page, 'ArrowUp')
  await expect(text).toBeFocused()
  await moveCaret(page, 'ControlOrMeta+Home')
  await moveCaret(page, 'ArrowDown')
  await moveCaret(page, 'ArrowUp')
  await expect(text).toBeFocused()
  await moveCaret(page, 'ArrowUp')
  await expect(title).toBeFocused()
})

test('typing at one place is one undo step, and so is deleting; a caret move or the other action starts a new step', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('')])
  const undo = () => page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.type('night ferry')
  await moveCaret(page, 'ArrowLeft')
  await page.keyboard.type('xy')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('ControlOrMeta+Backspace')
  await expect(text).toHaveText('night y')
  await undo()
  await expect(text).toHaveText('night ferrxyy')
  await undo()
  await expect(text).toHaveText('night ferry')
  await undo()
  await expect(text).toHaveText('')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(text).toHaveText('night ferry')
  await moveCaret(page, 'End')
  for (const _letter of 'night ferry') await page.keyboard.press('Backspace')
  await expect(text).toHaveText('')
  await undo()
  await expect(text).toHaveText('night ferry')
})

test('a new edit clears the redo steps', async ({ write }) => {
  const { page, text } = await write([paragraph('ferry')])
  await page.keyboard.type('s')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toHaveText('ferry')
  await page.keyboard.type('man')
  await page.keyboard.press('ControlOrMeta+y')
  await expect(text).toHaveText('ferryman')
  await expect(page.getByRole('button', { name: 'Redo' })).toHaveAttribute('aria-disabled', 'true')
})

test('at most one hundred steps can be undone', { tag: '@slow' }, async ({ write }) => {
  const { page, text } = await write([paragraph('')])
  for (let step = 0; step < 105; step++) await page.keyboard.press('Enter')
  await expect(text.locator('p')).toHaveCount(106)
  for (let step = 0; step < 110; step++) await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p')).toHaveCount(6)
})

test('a triple click selects the whole block and nothing of the next', async ({ write }) => {
  const { page, saved } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  await page.getByText('The ferry leaves.').click({ clickCount: 3 })
  await nextFrame(page)
  await page.keyboard.type('It stays.')
  expect(await saved()).toEqual([paragraph('It stays.'), paragraph('Nobody waves.')])
})

test('Tab does not leave the text, and announces the keys that do', async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry')])
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await expect(page.getByText('Press Escape, then Tab, to leave it.')).toBeVisible()
  await page.keyboard.type(' leaves')
  await expect(text).toHaveText('The ferry leaves')
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).not.toBeFocused()
})

test('Tab leaves a field within the text, from any block', async ({ write }) => {
  const image = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
  const code = { type: 'code-block', children: [{ type: 'code-line', children: [{ text: 'depart()' }] }] }
  const { page, saved } = await write([image, code])
  const description = page.getByLabel('Image description')
  await description.focus()
  await page.keyboard.press('Tab')
  await expect(description).not.toBeFocused()
  expect(await saved()).toEqual([image, code])
})

test.describe('on a page of its own', () => {
  test.use({ isShared: false })

  for (const { platform, key, redo } of [
    { platform: 'MacIntel', key: 'Meta', redo: 'Meta+Shift+z' },
    { platform: 'Win32', key: 'Control', redo: 'Control+y' },
  ]) {
    test(`on ${platform} the shortcuts use ${key}`, { tag: '@slow' }, async ({ page, write }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'platform', { get: () => value })
      }, platform)
      const { text, saved } = await write([paragraph('dusk')])
      await page.getByText('dusk').dblclick()
      await nextFrame(page)
      for (const letter of ['b', 'i', 'u', 'e', 'Shift+x']) await page.keyboard.press(`${key}+${letter}`)
      await page.keyboard.press(`${key}+z`)
      await page.keyboard.press(redo)
      await expect(text.locator('strong')).toHaveText('dusk')
      const marks = { bold: true, italic: true, underline: true, strikethrough: true, code: true }
      expect(await saved()).toEqual([{ type: 'paragraph', children: [{ text: 'dusk', ...marks }] }])
    })
  }
})
