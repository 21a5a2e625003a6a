import { paragraph } from '../content.ts'
import { expect, test } from './test.ts'

test('typed text is saved unchanged', async ({ write }) => {
  const { page, saved } = await write([paragraph('The ferry')])
  await page.keyboard.type(' leaves at dusk.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Nobody waves.')
  expect(await saved()).toEqual([paragraph('The ferry leaves at dusk.'), paragraph('Nobody waves.')])
})
