import { expectNoBarrierAt } from '../barriers.ts'
import { paragraph } from '../content.ts'
import { write } from '../test-site.ts'
import { press } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const texts = (lamp: string, rope: string) =>
  ['One.', 'Two.', `The lamp ${lamp} at dusk.`, 'Three.', `The rope ${rope} by noon.`].map(paragraph)

test('a comparison fills the window, folds what is unchanged, and is walked through by keys', {
  tag: '@slow',
}, async ({ page, site }) => {
  const id = await write(site.api, { title: 'A draft', content: texts('waits', 'holds') })
  await site.api.put(`/admin/articles/${id}`, { data: { content: texts('burns', 'breaks') } })
  await page.goto(`/admin/draft/${id}?versions=1`)
  await page.getByRole('button', { name: /^Version 2/ }).click()
  await page.getByLabel('Compare with…').selectOption({ label: 'The version before' })
  await press(page, 'Full width')

  const dialog = page.getByRole('dialog', { name: 'Comparison' })
  await dialog.getByRole('button', { name: 'Only changes' }).click()
  const folded = dialog.getByRole('button', { name: '2 unchanged paragraphs' })
  await expect(dialog.getByText('Two.')).toBeHidden()
  await folded.click()
  await expect(dialog.getByText('Two.')).toBeVisible()
  const place = dialog.getByRole('status')
  for (const [key, expected] of [
    ['n', 'Change 1 of 2'],
    ['F7', 'Change 2 of 2'],
    ['n', 'Change 1 of 2'],
    ['p', 'Change 2 of 2'],
    ['Shift+F7', 'Change 1 of 2'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(place).toHaveText(expected)
  }
  await expect(dialog.locator('[data-current]')).toContainText('The lamp')
  await dialog.getByRole('button', { name: 'Next change' }).click()
  await expect(dialog.locator('[data-current]')).toContainText('The rope')
  await expectNoBarrierAt(page, [320, 1280], '[role=dialog]')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Full width' })).toBeFocused()
  await page.keyboard.press('F7')
  await expect(page.getByText('Change 1 of 2')).toBeVisible()
})

test('a version that is selected is not compared with itself', async ({ page, site }) => {
  const id = await write(site.api, { title: 'A draft', content: texts('waits', 'holds') })
  await site.api.put(`/admin/articles/${id}`, { data: { content: texts('burns', 'breaks') } })
  await page.goto(`/admin/draft/${id}?versions=1`)
  await page.getByRole('button', { name: /^Version 2/ }).click()
  await page.getByLabel('Compare with…').selectOption({ index: 2 })
  await expect(page.getByRole('region', { name: 'From version 1 to version 2' })).toBeVisible()
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await expect(page.getByText('Version 1: A draft')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Full width' })).toBeHidden()
})
