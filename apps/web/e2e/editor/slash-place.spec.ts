import type { Locator } from '@playwright/test'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { choose, images } from './images.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const SENTENCE =
  'She writes a sentence that goes on over more than one line of the column, because the night is long and the log has many pages that nobody reads, and then '

for (const width of [390, 1280]) {
  test(`at ${width} px the slash menu is above or below the sentence that is being written, never over it`, async ({
    page,
    write,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { text } = await write([
      ...Array.from({ length: 12 }, () => paragraph('The ferry leaves. '.repeat(8).trim())),
      paragraph('Nobody waves.'),
    ])
    const menu = page.getByRole('listbox', { name: 'Insert' })
    await page.keyboard.insertText(` ${SENTENCE}`)
    await page.keyboard.type('/')
    await expect(menu).toBeVisible()
    await expect(menu.getByRole('option').first()).toHaveText(/Scene break/)
    await expect(menu.getByRole('option').first()).toBeInViewport()
    const sentence = await text
      .locator('p')
      .last()
      .evaluate((block) => {
        const range = document.createRange()
        range.selectNodeContents(block)
        range.setStart(block.firstChild?.firstChild ?? block, 'Nobody waves. '.length)
        const { top, bottom } = range.getBoundingClientRect()
        return { top, bottom }
      })
    const box = await menu.boundingBox()
    expect(box!.y >= sentence.bottom || box!.y + box!.height <= sentence.top).toBe(true)
    expect(box!.y).toBeGreaterThanOrEqual(0)
  })
}

test('the button of an empty line stays beside it when a picture above it is shown', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, text } = await write([paragraph('')])
  await choose(page, await drawing('moss.png', 600, 400))
  await expect(images(page)).toBeVisible()
  const top = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? 0)
  const line = await top(text.locator('p').last())
  await expect.poll(() => top(page.getByRole('button', { name: 'Insert a block' }))).toBe(line)
})
