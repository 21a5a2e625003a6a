import { paragraph } from '../content.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

test('the text starts high on the screen, in the type and column of the reading page', async ({
  write,
  site,
}) => {
  const { page, id, text } = await write([paragraph('The ferry leaves at dusk. '.repeat(20))])
  const title = page.getByLabel('Title', { exact: true })
  const type = (element: Element) => {
    const { fontFamily, fontSize, fontWeight, lineHeight } = getComputedStyle(element)
    return { fontFamily, fontSize, fontWeight, lineHeight }
  }
  const line = text.locator('p').first()
  const box = await line.boundingBox()
  expect(box!.y).toBeLessThanOrEqual(260)
  const written = { title: await title.evaluate(type), text: await line.evaluate(type) }
  await site.api.put(`/admin/articles/${id}/publish`)

  await page.goto(`/post/${id}`)
  const read = page.locator('.prose p').first()
  expect(written).toEqual({
    title: await page.getByRole('heading', { level: 1 }).evaluate(type),
    text: await read.evaluate(type),
  })
  expect(Math.abs((await read.boundingBox())!.width - box!.width)).toBeLessThanOrEqual(16)
})

test('a text in the editor has no mark of its end, with footnotes or without', async ({ write }) => {
  const { page, text } = await write([paragraph('The ferry leaves.')])
  const last = text.locator('> p').last()
  const mark = () => last.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(await mark()).toBe('none')
  await page.keyboard.press('ControlOrMeta+Alt+f')
  await expect(text.locator('.editor-footnote')).toBeVisible()
  expect(await mark()).toBe('none')
})

test('a title grows with its lines, and pasted line breaks in it become spaces', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const title = page.getByLabel('Title', { exact: true })
  const height = async () => (await title.boundingBox())!.height
  await title.fill('A lamp')
  const one = await height()
  await title.fill('The keeper of the lamp on the far side of Ceres, and what she wrote in its log')
  expect(await height()).toBeGreaterThan(1.8 * one)
  await title.fill('A lamp\nfor  \n\n Vesta')
  await expect(title).toHaveValue('A lamp for Vesta')
  expect(await height()).toBe(one)
})

test('the browser remembers closed details beside the text; on a narrow screen they are a sheet', async ({
  write,
}) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const details = page.getByRole('complementary', { name: 'Details' })
  const button = page.getByRole('button', { name: 'Details', exact: true })
  await expect(details.getByLabel('Tags')).toBeVisible()
  await details.getByRole('button', { name: 'Close details' }).click()
  await expect(details).toBeHidden()
  await page.reload()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  await expect(details).toBeHidden()
  await button.click()
  await expect(details).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(details).toBeHidden()
  await button.click()
  await details.getByLabel('Tags').focus()
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
  await expect(button).toBeFocused()
})

test('a menu of the toolbar opens by keyboard at the current block, and Escape returns to its button', async ({
  write,
}) => {
  const { page, text } = await write([{ type: 'heading-two', children: [{ text: 'Dusk' }] }])
  const button = page.getByRole('toolbar').getByRole('button', { name: 'Block type, Heading 2' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Block type' })
  await expect(menu.getByRole('menuitemradio', { name: 'Heading 2', checked: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text.locator('h3')).toHaveText('Dusk')
  await expect(text).toBeFocused()
})
