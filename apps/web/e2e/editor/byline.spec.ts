import { paragraph } from '../content.ts'
import { print, read, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test('a byline names people without accounts, before and after a save', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const name = `Grace Wanjala ${id}`
  const by = page.getByRole('combobox', { name: 'By', exact: true })
  await by.fill(name)
  await expect(page.getByRole('option', { name: `Add “${name}”` })).toBeVisible()
  await by.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()

  await page.getByRole('button', { name: 'Add a role' }).click()
  await page.getByRole('menuitem', { name: 'Translator' }).click()
  const translated = page.getByRole('combobox', { name: 'Translated by' })
  await expect(translated).toBeFocused()
  await translated.fill(name.toLowerCase())
  await page.getByRole('option', { name }).click()
  await expect(status(page)).toHaveText('Saved')
  expect((await read(site, id)).credits).toHaveLength(1)

  await page.reload()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(2)
  await save(page)
  await expect(updated(page)).toBeVisible()
  await print(page)
  await expect.poll(async () => (await read(site, id)).state).toBe('published')
  const roles = (await read(site, id)).credits.map(({ role }: { role: string }) => role)
  expect(roles).toEqual(['author', 'author', 'translator'])

  await page.goto(`/post/${id}`)
  await expect(page.locator('.byline')).toContainText(`and ${name} · Translated by ${name}`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})
