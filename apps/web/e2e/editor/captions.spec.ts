import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { expect, moveCaret, test } from './test.ts'

test.use({ isShared: true })

const stored = { type: 'image', url: '/covers/1.svg', children: [{ text: '' }] }
const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
const footnote = { type: 'footnote', note: 'a', children: [{ text: 'First.' }] }
const caption = (page: Page) => page.getByLabel('Caption', { exact: true })
const credit = (page: Page) => page.getByLabel('Credit', { exact: true })
const image = (page: Page) => page.locator('.editor-image-box > img')

test('caption, credit and description are written in place, each one step of undo', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text, saved } = await write([paragraph('Above.'), stored])
  await image(page).click()
  await expect(page.getByLabel('Image description')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(caption(page)).toBeFocused()
  await page.keyboard.type('The  ferry at dusk')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('M. Otieno')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Image description')).toBeFocused()
  await page.keyboard.type('A ferry')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  const described = { ...stored, caption: 'The ferry at dus', credit: 'M. Otieno', alt: 'A ferry' }
  expect(await saved()).toEqual([paragraph('Above.'), described])

  await page.keyboard.press('ControlOrMeta+z')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(credit(page)).toHaveValue('')
  await expect(caption(page)).toHaveValue('The ferry at dus')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(caption(page)).toHaveValue('')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  expect(await saved()).toEqual([paragraph('Above.'), { ...stored, caption: 'The ferry at dus' }])
})

test('Enter goes on below the image, Escape restores the caption, and the arrow keys leave it', async ({
  write,
}) => {
  const before = [{ ...stored, caption: 'The ferry' }, paragraph('Below.')]
  const { page, text, saved } = await write(before)
  const selected = page.locator('[contenteditable] [data-selected]')
  await caption(page).click()
  await caption(page).fill('Something else')
  await page.keyboard.press('Escape')
  await expect(caption(page)).toHaveValue('The ferry')
  await expect(selected).toHaveCount(1)

  await caption(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(selected).toHaveCount(1)
  await caption(page).focus()
  await page.keyboard.press('End')
  await moveCaret(page, 'ArrowDown')
  await expect(text).toBeFocused()
  await page.keyboard.type('Here: ')

  await caption(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' left')
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.type('At once.')
  expect(await saved()).toEqual([
    { ...stored, caption: 'The ferry left' },
    paragraph('At once.'),
    paragraph('Here: Below.'),
  ])
})

test('keys in a field of a selected image are the field’s', async ({ write }) => {
  const { page, text, saved } = await write([{ ...stored, caption: 'The ferry' }, paragraph('Below.')])
  await image(page).click()
  await caption(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('Dusk')
  await page.keyboard.press('ControlOrMeta+b')
  await text.getByText('Below.').click()
  expect(await saved()).toEqual([{ ...stored, caption: 'Dusk' }, paragraph('Below.')])
})

test('words cut in a field of an image are the field’s, whatever is selected in the text', async ({
  write,
}) => {
  const { page, text, saved } = await write([
    { ...stored, caption: 'The ferry at dusk' },
    { type: 'paragraph', children: [{ text: 'Below.' }, reference, { text: '' }] },
    footnote,
  ])
  const cut = async () => {
    await caption(page).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('ControlOrMeta+Shift+ArrowRight')
    await page.keyboard.press('ControlOrMeta+x')
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await image(page).click()
  expect(await cut()).toMatch(/^The ?$/)
  await text.locator('p').click()
  await moveCaret(page, 'End')
  await moveCaret(page, 'Shift+Home')
  expect(await cut()).toMatch(/^ferry ?$/)
  expect(await saved()).toEqual([
    { ...stored, caption: 'at dusk' },
    { type: 'paragraph', children: [{ text: 'Below.' }, reference, { text: '' }] },
    footnote,
  ])
})

test('the save key saves a caption that is still being written', async ({ write, site }) => {
  const { page, id } = await write([stored])
  await caption(page).focus()
  await page.keyboard.type('The ferry')
  await page.keyboard.press('ControlOrMeta+s')
  const content = async () => (await (await site.api.get(`/admin/articles/${id}`)).json()).content
  await expect.poll(content).toEqual([{ ...stored, caption: 'The ferry' }])
  await expect(caption(page)).toBeFocused()
})

test('what is written in a field of an image stays when the page is loaded anew, or left by Back', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, id } = await write([stored], { isWhole: false })
  await caption(page).focus()
  await page.keyboard.type('The ferry')
  await page.reload()
  await expect(caption(page)).toHaveValue('The ferry')
  await page.goto(`/admin/draft/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Image description').focus()
  await page.keyboard.type('A ferry')
  await page.goBack()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Image description')).toHaveValue('A ferry')
})

test('a caption that is typed and taken back is no step of undo', async ({ write }) => {
  const { page, text } = await write([paragraph('Above.'), { ...stored, caption: 'The ferry' }])
  await text.getByText('Above.').click()
  await moveCaret(page, 'End')
  await page.keyboard.type(' More.')
  await caption(page).click()
  await page.keyboard.type('Dusk')
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p')).toHaveText('Above.')
})

test('a caption takes the same room while it is written as on the page, an empty one takes none', async ({
  write,
}) => {
  const long = 'The ferry at dusk, as it was seen from the lamp room of the old harbour. '.repeat(3).trim()
  const { page } = await write([
    paragraph('Above.'),
    stored,
    { ...stored, caption: long },
    paragraph('Below.'),
  ])
  const heights = await page
    .locator('[contenteditable] figcaption')
    .evaluateAll((captions) => captions.map((element) => element.getBoundingClientRect().height))
  expect(heights[0]).toBe(0)
  const lines = await caption(page)
    .last()
    .evaluate((field) => field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight))
  expect(Math.round(lines)).toBeGreaterThan(1)
  expect(
    await caption(page)
      .last()
      .evaluate((field) => field.scrollHeight - field.clientHeight),
  ).toBe(0)
})

test('an image is copied as a figure with its caption', async ({ write }) => {
  const { page } = await write([{ ...stored, alt: 'A ferry', caption: 'The ferry', credit: 'M. Otieno' }])
  await image(page).click()
  await page.keyboard.press('ControlOrMeta+c')
  const html = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      return item?.types.includes('text/html') ? (await item.getType('text/html')).text() : ''
    })
  await expect
    .poll(html)
    .toMatch(
      /<figure[^>]*><img[^>]*alt="A ferry"[^>]*><figcaption[^>]*><span[^>]*>The ferry<\/span> <span class="credit"[^>]*>M. Otieno<\/span><\/figcaption><\/figure>/,
    )
})

test('a page with a caption has no barriers', { tag: '@slow' }, async ({ write, site }) => {
  const { page, id, saved } = await write([paragraph('Above.'), stored])
  await caption(page).fill('The ferry')
  await credit(page).fill('M. Otieno')
  await page.getByLabel('Image description').fill('A ferry')
  await image(page).click()
  await expectNoBarrier(page, '.editor')
  await saved()
  await site.api.put(`/admin/articles/${id}/publish`)
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('figure')).toContainText('The ferry M. Otieno')
  await expectNoBarrier(page)
})
