import type { Page } from '@playwright/test'
import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { expect, menuItem, moveCaret, nextFrame, openBar, test } from './test.ts'

test.use({ isShared: true })

const bar = (page: Page) => page.getByRole('search', { name: 'Find and replace' })
const count = (page: Page) => bar(page).getByRole('status')

test('find counts, steps and highlights across marks and lines, and Escape leaves the caret at the match', {
  tag: '@journey',
}, async ({ write }) => {
  const { page, text, saved } = await write([
    paragraph('The ferry leaves.'),
    {
      type: 'paragraph',
      children: [{ text: 'A fer' }, { text: 'ry', bold: true }, { text: ' at\ndusk, FERRY' }],
    },
  ])
  await moveCaret(page, 'ControlOrMeta+Home')
  await openBar(page, 'ControlOrMeta+f')
  await page.keyboard.type('ferry')
  await expect(count(page)).toHaveText('1 of 3')
  await expect.poll(() => highlighted(page, 'editor-match')).toEqual(['ferry', 'ferry', 'FERRY'])
  await page.keyboard.press('Enter')
  await expect(count(page)).toHaveText('2 of 3')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+F3')
  await expect(count(page)).toHaveText('3 of 3')
  expect(await highlighted(page, 'editor-match-current')).toEqual(['FERRY'])
  await bar(page).getByRole('button', { name: 'Match case' }).click()
  await expect(count(page)).toHaveText('1 of 2')
  await bar(page).getByLabel('Find', { exact: true }).fill('at dusk')
  await expect(count(page)).toHaveText('1 of 1')
  await bar(page).getByRole('button', { name: 'Whole words' }).click()
  await bar(page).getByLabel('Find', { exact: true }).fill('fer')
  await expect(count(page)).toHaveText('No results')
  await bar(page).getByLabel('Find', { exact: true }).fill('leaves')
  await expect(count(page)).toHaveText('1 of 1')

  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(text).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('leaves')
  expect(await highlighted(page, 'editor-match')).toEqual([])
  expect(await saved()).toHaveLength(2)
})

test('replace all is one step of undo, and a replacement has the marks of the first letter', async ({
  write,
}) => {
  const { page, text } = await write([
    { type: 'paragraph', children: [{ text: 'lamp', bold: true }, { text: 's, lamp' }] },
    paragraph('A lamp.'),
  ])
  await page.keyboard.type(' Dusk.')
  await openBar(page, 'ControlOrMeta+h')
  await page.keyboard.type('lamp')
  await expect(count(page)).toHaveText('1 of 3')
  await bar(page).getByLabel('Replace with').fill('oar')
  await page.keyboard.press('Enter')
  await expect(text.locator('strong')).toHaveText('oar')
  await expect(count(page)).toHaveText('1 of 2')
  await bar(page).getByRole('button', { name: 'Replace all' }).click()
  await expect(count(page)).toHaveText('2 replaced')
  await expect(text.locator('p')).toHaveText(['oars, oar', 'A oar. Dusk.'])
  await page.keyboard.press('Escape')
  await text.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p')).toHaveText(['oars, lamp', 'A lamp. Dusk.'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p')).toHaveText(['lamps, lamp', 'A lamp. Dusk.'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text.locator('p').last()).toHaveText('A lamp.')
})

test('the key opens find with the selected word, from the title too; in its field the key is the browser’s', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('Dusk falls on the dusk lamp.')])
  await text.getByText('Dusk').dblclick({ position: { x: 10, y: 10 } })
  await nextFrame(page)
  await openBar(page, 'ControlOrMeta+f')
  const field = bar(page).getByLabel('Find', { exact: true })
  await expect(field).toHaveValue('Dusk')
  await expect(count(page)).toHaveText('1 of 2')
  await page.evaluate(() =>
    window.addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 'f') document.body.dataset.prevented = `${defaultPrevented}`
    }),
  )
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.locator('body')).toHaveAttribute('data-prevented', 'false')

  // While the bar is open, the keys work in the text too.
  await text.focus()
  await nextFrame(page)
  await page.keyboard.press('F3')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('dusk')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeHidden()
  await expect(text).toBeFocused()

  await page.getByLabel('Title', { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+f')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await (await menuItem(page, 'Arrangement', 'Find and replace')).click()
  await expect(field).toBeFocused()
  await expect(bar(page).getByLabel('Replace with')).toBeVisible()
  await expectNoBarrierAt(page, [320, 1280], '.editor-find')
})

test('a match is scrolled clear of the bars, and what is typed meanwhile is searched', async ({ write }) => {
  const { page, text } = await write([
    ...Array.from({ length: 60 }, (_, turn) => paragraph(`Turn ${turn} of the light.`)),
    paragraph('The end.'),
  ])
  await openBar(page, 'ControlOrMeta+f')
  await page.keyboard.type('turn 3')
  await expect(count(page)).toHaveText('1 of 11')
  for (let turn = 0; turn < 4; turn++) await page.keyboard.press('Enter')
  const line = text.getByText('Turn 33 of')
  await expect(count(page)).toHaveText('5 of 11')
  await expect(line).toBeInViewport()
  const [match, controls] = await Promise.all([line.boundingBox(), bar(page).boundingBox()])
  expect(match!.y).toBeGreaterThanOrEqual(controls!.y + controls!.height)
  await text.focus()
  await moveCaret(page, 'ControlOrMeta+End')
  await page.keyboard.type(' Turn 3.')
  await expect(count(page)).toHaveText(/of 12$/)
})

/** The highlighted texts, in the order of the page. */
const highlighted = (page: Page, name: string) =>
  page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map((range) => range.toString()), name)
