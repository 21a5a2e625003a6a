import type { Route } from '@playwright/test'
import { paragraph } from '../content.ts'
import { drawing } from '../drawing.ts'
import { choose, image, images } from './images.ts'
import { read, status } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const SAVE_KEY = 'ControlOrMeta+s'

test('the save key saves from every field, with the uncommitted input of the field', {
  tag: '@journey',
}, async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('')])
  await choose(page, await drawing('lamp.png'))
  await expect(images(page)).toHaveCount(1)
  const saveFrom = async (name: string, words: string) => {
    const { version_number } = await read(site, id)
    const field = page.getByRole('textbox', { name, exact: true }).or(page.getByLabel(name, { exact: true }))
    await field.first().focus()
    await page.keyboard.type(words)
    await page.keyboard.press(SAVE_KEY)
    await expect.poll(async () => (await read(site, id)).version_number).toBe(version_number + 1)
    await expect(field.first()).toBeFocused()
  }
  await saveFrom('Title', ' at dusk')
  await saveFrom('Image description', 'A lamp')
  await saveFrom('Content', 'Nobody waves.')
  const { title, content } = await read(site, id)
  expect(title).toContain(' at dusk')
  expect(JSON.stringify(content)).toContain('Nobody waves.')
  expect(content).toContainEqual({ ...image(), alt: 'A lamp' })

  await page.getByRole('combobox', { name: 'Tags' }).focus()
  await page.keyboard.type('Lamps')
  await page.keyboard.press(SAVE_KEY)
  await expect.poll(async () => (await read(site, id)).tags).toMatchObject([{ name: 'Lamps' }])
  await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused()
})

test('the keys to save and to search work on a keyboard of another script, where they have other letters', async ({
  write,
  site,
}) => {
  const { page, id, text } = await write([paragraph('Паром уходит.')])
  const press = (key: string, code: string) =>
    text.evaluate(
      (field, pressed) =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { ...pressed, ctrlKey: true, bubbles: true, cancelable: true }),
        ),
      { key, code },
    )
  await page.keyboard.type(' Никто не машет.')
  await press('ы', 'KeyS')
  await expect.poll(async () => (await read(site, id)).version_number).toBe(2)
  await press('л', 'KeyK')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the save key during a save saves the later text next', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves')])
  const held: Route[] = []
  await page.route('**/trpc/articles.update*', (route) => void held.push(route))
  await page.keyboard.type(' at dusk')
  await page.keyboard.press(SAVE_KEY)
  await expect.poll(() => held.length).toBe(1)
  await page.keyboard.type(' and waits')
  await page.keyboard.press(SAVE_KEY)
  await page.keyboard.press(SAVE_KEY)

  await held[0]?.continue()
  await expect.poll(() => held.length).toBe(2)
  await held[1]?.continue()

  await expect(status(page)).toHaveText('Kept')
  const { content, version_number } = await read(site, id)
  expect(content).toEqual([paragraph('The ferry leaves at dusk and waits')])
  expect(version_number).toBe(3)
  expect(held).toHaveLength(2)
})

test('the save key creates a new article; during a save and under a dialog it does nothing', async ({
  page,
}) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, defaultPrevented }) => {
      if (key === 's') document.body.dataset.isTaken = String(defaultPrevented)
    })
  })
  const isTaken = async () => {
    await expect(page.locator('body')).toHaveAttribute('data-is-taken', 'true')
    await page.evaluate(() => delete document.body.dataset.isTaken)
  }
  const held: Route[] = []
  await page.route('**/trpc/articles.create*', (route) => void held.push(route))
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Search or jump to…' })).toBeVisible()
  await page.keyboard.press(SAVE_KEY)
  await isTaken()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(held).toHaveLength(0)

  await page.keyboard.press(SAVE_KEY)
  await expect(status(page)).toHaveText('Saving…')
  await isTaken()
  await page.keyboard.press(SAVE_KEY)
  await isTaken()
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await expect(page).toHaveURL(/\/admin\/draft\/\d+$/)
  expect(held).toHaveLength(1)
})
