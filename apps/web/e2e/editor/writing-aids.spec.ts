import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { chooseMore } from './saving.ts'
import { expect, moveCaret, nextFrame, test } from './test.ts'

test.use({ isShared: true })

test('the goal of a session is off until it is set, and then remembered and reached', {
  tag: '@slow',
}, async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const aids = page.getByRole('button', { name: 'Writing Aids' })
  await expect(aids).toHaveText('Writing Aids')
  await page.keyboard.type(' Nobody waves.')
  await aids.click()
  await expectNoBarrierAt(page, [320, 1280], '[role=menu]')
  await page.getByRole('menuitem', { name: 'Goal… +2 words' }).click()
  const field = page.getByRole('textbox', { name: 'Words to write in a session' })
  await expect(field).toBeFocused()
  await expectNoBarrierAt(page, [320, 1280], '[role=dialog]')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(field).toBeHidden()
  await expect(aids).toHaveText(/^2 of 3/)
  await page.locator('[contenteditable]').first().focus()
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' Dusk.')
  await expect(aids).toHaveText(/^3 of 3.*goal reached/)
  await page.reload()
  await expect(aids).toHaveText(/^0 of 3/)
  await aids.click()
  await page.getByRole('menuitem', { name: 'Goal…' }).click()
  await page.getByRole('button', { name: 'No goal' }).click()
  await expect(aids).toHaveText('Writing Aids')
})

test('the menu of writing aids works by keyboard, and the focus returns to its button', async ({ write }) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const aids = page.getByRole('button', { name: 'Writing Aids' })
  const menu = page.getByRole('menu')
  await aids.focus()
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'Goal…' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const typewriter = menu.getByRole('menuitemcheckbox', { name: 'Typewriter scrolling' })
  await expect(typewriter).toBeFocused()
  await expect(typewriter).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(typewriter).toBeChecked()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitemradio', { name: 'Sentence' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(aids).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(menu.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Words to write in a session' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(aids).toBeFocused()
})

test('focus mode lights up the sentence or paragraph at the caret, and remembers the choice', {
  tag: '@slow',
}, async ({ write }) => {
  const { page, saved } = await write([paragraph('The ferry leaves. “Stop!” she said. Nobody waves.')])
  await page.keyboard.press('ControlOrMeta+.')
  await choose(page, 'Sentence')
  await expect.poll(() => lit(page)).toBe('Nobody waves.')
  await page.locator('[contenteditable]').first().focus()
  for (let letter = 0; letter < 20; letter++) await page.keyboard.press('ArrowLeft')
  await expect.poll(() => lit(page)).toBe('“Stop!” she said.')
  await expectNoBarrierAt(page, [320, 1280], '.editor-content')
  await page.reload()
  await expect(page.locator('.editor[data-lit]')).toBeVisible()
  await choose(page, 'Paragraph')
  await page.locator('[contenteditable]').first().focus()
  await moveCaret(page, 'ControlOrMeta+End')
  await expect.poll(() => lit(page)).toBe('The ferry leaves. “Stop!” she said. Nobody waves.')
  await page.getByRole('button', { name: 'Exit Focus' }).click()
  await expect.poll(() => lit(page)).toBeNull()
  expect(await saved()).toEqual([paragraph('The ferry leaves. “Stop!” she said. Nobody waves.')])
})

test('like a typewriter, focus mode keeps the line of the caret at its height, but not after a press', async ({
  write,
}) => {
  const { page, text } = await write(Array.from({ length: 40 }, (_, turn) => paragraph(`Turn ${turn}.`)))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.keyboard.press('ControlOrMeta+.')
  await choose(page, 'Typewriter scrolling')
  const height = () =>
    page.evaluate(() => {
      const line = getSelection()?.getRangeAt(0).getClientRects()[0]
      return line ? (line.top + line.bottom) / 2 / innerHeight : 0
    })
  await text.focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(height).toBeCloseTo(0.45, 1)
  await page.keyboard.press('ArrowUp')
  await nextFrame(page)
  await expect.poll(height).toBeCloseTo(0.45, 1)
  const before = await page.evaluate(() => scrollY)
  await text.getByText('Turn 36.').click()
  await nextFrame(page)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.keyboard.press('ArrowDown')
  await expect.poll(height).toBeCloseTo(0.45, 1)
})

test('in focus mode only the number of words and the way out are seen until the pointer moves', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('The ferry leaves.')])
  await chooseMore(page, 'Focus Mode')
  await text.focus()
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' Nobody waves.')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const versions = page.getByRole('button', { name: 'Show Versions' })
  for (const part of [save, versions]) await expect(part).toHaveCSS('opacity', '0')
  await expect(page.locator('.editor-footer').getByText('5 words')).toHaveCSS('opacity', '1')
  await expect(page.getByRole('button', { name: 'Exit Focus' })).toHaveCSS('opacity', '1')
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  for (const part of [save, versions]) await expect(part).toHaveCSS('opacity', '1')
})

async function choose(page: Page, name: string): Promise<void> {
  await page.mouse.move(300, 300)
  await page.mouse.move(310, 310)
  await page.getByRole('button', { name: 'Writing Aids' }).click()
  await page.getByText(name, { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Exit Focus' })).toBeVisible()
}

const lit = (page: Page) =>
  page.evaluate(() => {
    const highlight = CSS.highlights.get('editor-lit')
    return highlight ? [...highlight].map(String).join() : null
  })
