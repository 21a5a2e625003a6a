import { paragraph } from '../content.ts'
import { highlighted } from '../keyboard.ts'
import { chooseMore, press, publish, read, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

test('a byline names people without accounts, before and after a save', { tag: '@slow' }, async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const name = `Grace Wanjala ${id}`
  const by = page.getByRole('combobox', { name: 'By', exact: true })
  await by.fill(name)
  await expect(highlighted(page)).toContainText(`Add “${name}”`)
  await by.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()

  await page.getByRole('button', { name: 'Add a role' }).click()
  await page.getByRole('menuitem', { name: 'Translator' }).click()
  const translated = page.getByRole('combobox', { name: 'Translated by' })
  await expect(translated).toBeFocused()
  await translated.fill(name.toLowerCase())
  await page.getByRole('option', { name }).click()
  await expect(status(page)).toHaveText('Kept')
  expect((await read(site, id)).credits).toHaveLength(1)
  await chooseMore(page, 'Compare')
  await expect(page.getByRole('dialog', { name: 'Your changes' })).toContainText(`Translated by ${name}`)
  await press(page, 'Close')

  await page.reload()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(2)
  await save(page)
  await expect(updated(page)).toBeVisible()
  await publish(page)
  await expect.poll(async () => (await read(site, id)).state).toBe('published')
  const roles = (await read(site, id)).credits.map(({ role }: { role: string }) => role)
  expect(roles).toEqual(['author', 'author', 'translator'])

  await page.goto(`/post/${id}`)
  await expect(page.locator('.byline')).toContainText(`and ${name} · Translated by ${name}`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('the field of a role stays, with the focus, when its last name is removed', async ({ write, site }) => {
  const name = `Hanna ${Date.now()}`
  const { data } = await (await site.api.post('/admin/people', { data: { name } })).json()
  const credits = ['author', 'translator'].map((role) => ({ person_id: data.id, role }))
  const { page } = await write([paragraph('The ferry leaves.')], { edits: [{ credits }] })
  const translated = page.getByRole('combobox', { name: 'Translated by' })
  await translated.focus()
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0)
  await expect(translated).toBeFocused()
})

test('Enter names nobody who was found for a name that was typed before', async ({ write, site }) => {
  await site.api.post('/admin/people', { data: { name: 'Quentin Mrisho' } })
  const { page } = await write([paragraph('The ferry leaves.')])
  const by = page.getByRole('combobox', { name: 'By', exact: true })
  await by.fill('Quentin')
  await expect(highlighted(page)).toContainText('Quentin Mrisho')
  const { promise: asked, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/trpc/people.list*', async (route) => {
    await asked
    await route.continue()
  })
  await by.fill('Xenia Sol')
  await by.press('Enter')
  letGo()
  await expect(page.getByRole('option', { name: 'Add “Xenia Sol”' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Quentin Mrisho' })).toHaveCount(0)
})

test('what a colleague changes on the page of a person stays when the dialog is saved', async ({
  page,
  site,
}) => {
  const name = `Philippa ${Date.now()}`
  const { data } = await (await site.api.post('/admin/people', { data: { name } })).json()
  const change = (bio: string) => site.api.put(`/admin/people/${data.id}`, { data: { bio } })
  await page.goto(`/admin/people?q=${encodeURIComponent(name)}`)
  const edit = page.getByRole('button', { name: `Edit ${name}` })
  await expect(edit).toBeVisible()
  await change('Changed before the dialog was opened.')
  await edit.click()
  await expect(page.getByLabel('Bio')).toHaveValue('Changed before the dialog was opened.')
  await change('Changed meanwhile.')
  await page.getByLabel('Links').fill('https://philippa.example/')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${name} is saved`)).toBeVisible()

  const found = await (await site.api.get(`/admin/people?q=${encodeURIComponent(name)}`)).json()
  const { bio, links } = found.data.people[0]
  expect({ bio, links }).toEqual({ bio: 'Changed meanwhile.', links: ['https://philippa.example/'] })
})
