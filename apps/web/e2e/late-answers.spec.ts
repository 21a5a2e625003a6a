import type { Page } from '@playwright/test'
import { paragraph } from './content.ts'
import { drawing } from './drawing.ts'
import { press, status } from './editor/saving.ts'
import { expect, test } from './editor/test.ts'
import { addApp } from './second-factors.ts'
import { admin, signIn, signInPage, write as writeArticle } from './test-site.ts'

test.use({ isShared: true })

/** Holds a call on a slow network until it is let go. */
async function hold(page: Page, call: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = { count: 0, letGo: resolve }
  await page.route(`**/trpc/${call}*`, async (route) => {
    held.count++
    await promise
    await route.continue()
  })
  return held
}

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

test('a second press of Sign Out while text is being sent deletes nothing of it', { tag: '@slow' }, async ({
  write,
}) => {
  const { page } = await write([paragraph('The ferry leaves.')])
  const { promise: pressed, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/trpc/workingCopies.put*', async (route) => {
    await pressed
    await route.abort()
  })
  await page.keyboard.type(' Nobody waves.')
  await press(page, 'Sign Out')
  await press(page, 'Sign Out')
  fail()
  await expect(page.getByText('You are still signed in')).toBeVisible()
  await page.unrouteAll()
  await expect(status(page)).toHaveText('Kept')
})

test('once signed out, nobody is told that they are still signed in', { tag: '@slow' }, async ({
  browser,
  site,
}) => {
  const id = await writeArticle(site.api, { title: 'The Night Ferry' })
  const page = await browser.newPage({ baseURL: site.stack.url })
  await signInPage(page, await signIn(site.stack, admin))
  await page.goto(`/admin/draft/edit/${id}`)
  await page.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.locator('[contenteditable]').first().pressSequentially('Nobody waves.')
  await press(page, 'Sign Out')
  await expect(page.getByText('You are still signed in')).toBeVisible()
  await page.unrouteAll()
  await press(page, 'Sign Out')
  await expect(page.getByText('You have been successfully logged out')).toBeVisible()
  await expect(page.getByText('You are still signed in')).toHaveCount(0)
  await page.close()
})

test('a correction that is typed while another is noted stays, and so does the caret in the text', async ({
  write,
}) => {
  const { page, text } = await write([paragraph('The ferry leaves.')], { isPublished: true })
  const { letGo } = await hold(page, 'corrections.create')
  const field = page.getByLabel('Note a correction')
  await field.fill('It leaves at dawn.')
  await field.press('Enter')
  await field.fill('From the old quay.')
  await text.focus()
  letGo()
  const corrections = page.getByRole('region', { name: 'Corrections' })
  await expect(corrections.getByRole('listitem')).toContainText('It leaves at dawn.')
  await expect(field).toHaveValue('From the old quay.')
  await expect(text).toBeFocused()
})

test('names that are chosen and typed while another is created stay, and it is created once', async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const [made, known] = [`Grace Wanjala ${id}`, `Achieng Lore ${id}`]
  await site.api.post('/admin/people', { data: { name: known } })
  const held = await hold(page, 'people.create')
  const by = page.getByRole('combobox', { name: 'By', exact: true })
  await by.fill(made)
  await expect(page.getByRole('option', { name: `Add “${made}”` })).toBeVisible()
  await by.press('Enter')
  await by.press('Enter')
  await by.fill(known)
  await page.getByRole('option', { name: known }).click()
  await expect(page.getByRole('button', { name: `Remove ${known}` })).toBeVisible()
  await by.fill('Otieno')
  held.letGo()
  await expect(page.getByRole('button', { name: `Remove ${made}` })).toBeVisible()
  await expect(by).toHaveValue('Otieno')
  await by.press('Escape') // the open list hides the names from screen readers
  await expect(page.getByRole('button', { name: `Remove ${known}` })).toBeVisible()
  expect(held.count).toBe(1)
})

test('Enter chooses no name that was found for less than what is typed', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  for (const name of [`Zawadi ${id}`, `Zuhura ${id}`])
    await site.api.post('/admin/people', { data: { name } })
  const by = page.getByRole('combobox', { name: 'By', exact: true })
  await by.fill('Z')
  await expect(page.getByRole('option', { name: `Zawadi ${id}` })).toBeVisible()
  const { letGo } = await hold(page, 'people.list')
  await by.press('u')
  await expect(page.getByRole('option', { name: `Zawadi ${id}` })).toBeHidden()
  await by.press('Enter')
  await expect(page.getByRole('button', { name: `Remove Zuhura ${id}`, includeHidden: true })).toHaveCount(1)
  letGo()
})

test('Enter links to no article that was found for less than what is typed', async ({ write, site }) => {
  const { page, id, text } = await write([paragraph('The ferry leaves.')])
  for (const title of [`Zawadi ${id}`, `Zuhura ${id}`])
    await writeArticle(site.api, { title, published: true })
  await page.getByRole('toolbar').getByRole('button', { name: 'Link' }).click()
  const url = page.getByRole('combobox', { name: 'Link URL' })
  await url.fill('Z')
  await expect(page.getByRole('option', { name: `Zawadi ${id}` })).toBeVisible()
  const { letGo } = await hold(page, 'articles.list')
  await url.press('u')
  await expect(page.getByRole('option', { name: `Zawadi ${id}` })).toBeHidden()
  await url.press('Enter')
  await expect(text.getByText(`Zuhura ${id}`)).toBeVisible()
  letGo()
})

test('what is typed about a person is not lost by Back without a question', async ({ page }) => {
  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Library' }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await press(page, 'New Person')
  await nameField(page).fill('Wanjiru Otieno')
  await page.goBack()
  await press(page, 'Stay')
  await page.getByLabel('Bio').fill('Writes at night.')
  await expect(page.getByLabel('Bio')).toHaveValue('Writes at night.')
  await page.goBack()
  await press(page, 'Leave')
  await expect(page.getByRole('heading', { name: 'Articles', level: 1 })).toBeVisible()
})

test('recovery codes stay on the screen when an app is removed', async ({ page }) => {
  await page.goto('/admin/profile')
  await addApp(page)
  const { letGo } = await hold(page, 'secondFactors.removeTotp')
  await press(page, 'Remove the authenticator app')
  await press(page, 'Remove')
  await press(page, 'Make New Codes')
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes).toBeVisible()
  letGo()
  await expect(page.getByText('Authenticator app removed')).toBeVisible()
  await expect(codes).toBeVisible()
  await press(page, 'I Have Stored Them')
})

test('a session that ends leaves the focus in the field that somebody types in', async ({ page, site }) => {
  await signIn(site.stack, admin)
  await page.goto('/admin/profile')
  const { letGo } = await hold(page, 'profile.endSession')
  const end = page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'End', exact: true })
  await end.click()
  await page.getByLabel('Current Password').focus()
  letGo()
  await expect(end).toHaveCount(0)
  await expect(page.getByLabel('Current Password')).toBeFocused()
})

test('pictures that hang are cancelled or give way to another one, and keep nobody from being saved', async ({
  page,
  site,
}) => {
  await site.api.post('/admin/people', { data: { name: 'Wambui Mora' } })
  let uploads = 0
  await page.route('**/admin/upload', (route) => (++uploads > 3 ? route.continue() : undefined))
  await page.goto('/admin/people?q=Wambui')
  const dialog = page.getByRole('dialog', { name: 'Wambui Mora', exact: true })
  const choose = async (name: string) => dialog.getByLabel('Choose image').setInputFiles(await drawing(name))
  await press(page, 'Edit Wambui Mora')
  await choose('none.png')
  await press(page, 'Cancel upload')
  await expect(dialog.getByLabel('Choose image')).toBeFocused()
  await dialog.getByLabel('Bio').fill('She writes at night.')
  await press(page, 'Save')
  await expect(dialog).toBeHidden()
  await press(page, 'Edit Wambui Mora')
  await choose('one.png')
  await press(page, 'Cancel')
  await press(page, 'Edit Wambui Mora')
  await choose('two.png')
  await choose('three.png')
  await expect(dialog.locator('img')).toBeVisible()
  await press(page, 'Save')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: 'Wambui Mora' }).locator('img')).toBeVisible()
})

test('a name that is changed back while the site is saved stays changed back', async ({ page }) => {
  await page.goto('/admin/site')
  const before = await nameField(page).inputValue()
  const { letGo } = await hold(page, 'site.save')
  await nameField(page).fill('The Lamp')
  await press(page, 'Save')
  await nameField(page).fill(before)
  letGo()
  await expect(page.getByText('Readers see the site like this from now on.')).toBeVisible()
  await expect(nameField(page)).toHaveValue(before)
  await expect(page.getByText('1 change not saved yet')).toBeVisible()
})

test('somebody who types on while the site is saved is told what a colleague has changed', async ({
  page,
  site,
}) => {
  await page.goto('/admin/site')
  const { letGo } = await hold(page, 'site.save')
  await page.getByLabel('Tagline').fill('Stories for the small hours')
  await press(page, 'Save')
  await page.getByLabel('Line above the headline').fill('Tonight')
  const { version_number } = (await (await site.api.get('/admin/site')).json()).data
  const data = { base_version: version_number, changes: { tagline: 'Stories for everybody' } }
  expect((await site.api.patch('/admin/site', { data })).ok()).toBe(true)
  letGo()
  await press(page, 'Keep theirs')
  await expect(page.getByLabel('Tagline')).toHaveValue('Stories for everybody')
  await expect(page.getByLabel('Line above the headline')).toHaveValue('Tonight')
})

test('a saved name is not replaced by an answer from before', async ({ page }) => {
  await page.clock.install()
  await page.goto('/admin/site')
  await expect(nameField(page)).toBeVisible()
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  const query = /\/trpc\/[^?]*site\.get/
  await page.route(
    query,
    async (route) => {
      const response = await route.fetch()
      await promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const asked = page.waitForRequest(query)
  const answered = page.waitForEvent('requestfinished', (request) => query.test(request.url()))
  // The site is asked for again, as after a look at another window.
  await page.clock.fastForward(6_000)
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await asked
  await nameField(page).fill('The Slow Lamp')
  await press(page, 'Save')
  await expect(page.getByText('Readers see the site like this from now on.')).toBeVisible()
  letGo()
  await answered
  await nameField(page).press('End')
  await page.keyboard.type('s')
  await press(page, 'Save')
  await expect(page.getByRole('form', { name: 'Site' }).getByRole('status').last()).toHaveText('Saved')
  await expect(nameField(page)).toHaveValue('The Slow Lamps')
})

test('a person who is described while another is created stays described', async ({ page }) => {
  await page.goto('/admin/people')
  const { letGo } = await hold(page, 'people.create')
  await press(page, 'New Person')
  await nameField(page).fill('Amina Said')
  await press(page, 'Create Person')
  await press(page, 'Cancel')
  await press(page, 'New Person')
  await nameField(page).fill('Baraka Oduor')
  letGo()
  await expect(page.getByText('Amina Said is saved')).toBeVisible()
  await expect(nameField(page)).toHaveValue('Baraka Oduor')
})

test('a page that is created after its dialog was closed is listed, and leads nobody away', async ({
  page,
}) => {
  await page.goto('/admin/pages')
  const { letGo } = await hold(page, 'articles.create')
  await press(page, 'New Page')
  await page.getByLabel('Title').fill('Submissions')
  await press(page, 'Create Page')
  await press(page, 'Cancel')
  await expect(page.getByRole('dialog')).toBeHidden()
  letGo()
  await expect(page.getByRole('link', { name: 'Submissions' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/pages$/)
})

test('of two people only the one who was pressed last is opened', async ({ page, site }) => {
  for (const name of ['Kip Late', 'Lena Late']) await site.api.post('/admin/people', { data: { name } })
  await page.goto('/admin/people?q=Late')
  await expect(page.getByRole('button', { name: 'Edit Lena Late' })).toBeVisible()
  const { letGo } = await hold(page, 'people.list')
  await press(page, 'Edit Kip Late')
  await press(page, 'Edit Lena Late')
  letGo()
  await expect(page.getByRole('dialog', { name: 'Lena Late' })).toBeVisible()
  await expect(page.locator('[role=dialog]')).toHaveCount(1)
})

test('an article that is selected while another is published stays selected', async ({ page, site }) => {
  for (const title of ['The Night Ferry', 'Moss'])
    await writeArticle(site.api, { title, content: [paragraph('It leaves at dusk.')], tags: ['late'] })
  await page.goto('/admin/articles?tag=late')
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}` })
  const { letGo } = await hold(page, 'bulk.change')
  await box('Moss').check()
  await page.getByRole('region', { name: 'Selected articles' }).getByText('Publish now').click()
  await box('The Night Ferry').check()
  letGo()
  await expect(page.getByText('1 article published')).toBeVisible()
  await expect(box('The Night Ferry')).toBeChecked()
  await expect(box('Moss')).not.toBeChecked()
})
