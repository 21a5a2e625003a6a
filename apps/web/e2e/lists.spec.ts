import type { Locator, Page } from '@playwright/test'
import { paragraph } from './content.ts'
import { drawing } from './drawing.ts'
import { expect, test } from './editor/test.ts'
import { admin, signIn, signInPage, write } from './test-site.ts'

test.use({ isShared: true })

for (const [screen, empty] of [
  ['articles?state=draft', 'No drafts'],
  ['articles?q=submarine', 'No articles match “submarine”'],
  ['pictures', 'No pictures found'],
  ['people', 'No people found'],
  ['redirects', 'No redirects found'],
  ['redirects?list=not-found', 'No addresses found'],
  ['import', 'Nothing was imported yet'],
] as const)
  test(`a page after the last one does not say that there is nothing at all: ${screen}`, async ({ page }) => {
    await page.goto(`/admin/${screen}${screen.includes('?') ? '&' : '?'}page=999`)
    await expect(page.getByText('Nothing on this page', { exact: true })).toBeVisible()
    await expect(page.getByText(empty, { exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Previous' })).toBeEnabled()
  })

for (const [screen, empty] of [
  ['articles?state=draft', 'No drafts match “zzz”'],
  ['pictures?use=none', 'No pictures match “zzz”'],
  ['people?', 'No people match “zzz”'],
  ['redirects?', 'No redirects match “zzz”'],
  ['redirects?list=not-found', 'No addresses match “zzz”'],
] as const)
  test(`a search that finds nothing says so, and can be cleared: ${screen}`, async ({ page }) => {
    await page.goto(`/admin/${screen}&q=zzz`)
    await expect(page.getByText(empty, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page.getByText('zzz')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

test('when the row with the focus is removed, the focus goes to the heading', async ({ page, site }) => {
  for (const path of ['/old-moss', '/old-lamp'])
    await site.api.post('/admin/redirects', { data: { path, target: '/privacy' } })
  await page.goto('/admin/redirects')
  await page.getByRole('button', { name: 'Remove /old-moss' }).press('Enter')
  await expect(page.getByText('/old-moss', { exact: true })).toHaveCount(1) // in the notice
  await expect(page.getByRole('heading', { name: 'Redirects' })).toBeFocused()
})

test('when the buttons of pages go with the focus, it goes to the heading', async ({ page }) => {
  await page.goto('/admin/pictures?page=2')
  await page.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Pictures' })).toBeFocused()
})

test('the tags of the filter are counted again when an article is deleted, and the focus is not lost', async ({
  page,
  site,
}) => {
  for (const title of ['Peat Moss', 'Lichen']) await write(site.api, { title, tags: ['Slow Plants'] })
  await page.goto('/admin/articles')
  const tags = page.getByLabel('Show articles with the tag')
  await expect(tags).toContainText('Slow Plants (2)')
  await page.getByRole('button', { name: 'Actions for Peat Moss' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Move to Trash' }).click()
  await expect(tags).toContainText('Slow Plants (1)')
  await expect(page.getByRole('heading', { name: 'Articles' })).toBeFocused()
})

test('a begun text that could not be brought back at once is brought back later', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const key = crypto.randomUUID()
  const text = { title: 'Begun', content: [paragraph('Words.')], excerpt: null, poster_image_id: null }
  const data = { revision: 0, next_revision: 5, ...text, poster_alt: null, tags: [], base_tags: [] }
  await site.api.put(`/admin/working-copies/${key}`, { data })
  await page.goto('/admin/articles')
  const discard = async () => {
    await page.getByRole('button', { name: 'Actions for Begun' }).click()
    await page.getByRole('menuitem', { name: 'Discard' }).click()
  }
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await discard()
  await expect(page.getByText('Discarded')).toBeVisible()
  await page.route('**/trpc/newArticles.put*', (route) => route.abort())
  await undo.click()
  await expect(page.getByText('It could not be brought back')).toBeVisible()
  await page.unrouteAll()
  await undo.click()
  await expect(page.getByRole('link', { name: 'Begun' })).toBeVisible()

  // One that another window discards at the same moment leaves the list.
  await page.route('**/trpc/newArticles.get*', async (route) => {
    const copy = await (await site.api.get(`/admin/working-copies/${key}`)).json()
    await site.api.delete(`/admin/working-copies/${key}?revision=${copy.revision}`)
    await route.continue()
  })
  await discard()
  await expect(page.getByRole('link', { name: 'Begun' })).toBeHidden()
})

test('the search of one article leads to that of all, and the focus is not lost', async ({ page, site }) => {
  const id = await write(site.api, { title: 'Dusk' })
  await page.goto(`/admin/versions?article=${id}`)
  await page.getByRole('button', { name: 'Search all articles' }).press('Enter')
  await expect(page).toHaveURL(/versions$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an article in the trash offers no revert, which would be refused', async ({ page, site }) => {
  const id = await write(site.api, { title: 'Dusk' })
  await site.api.put(`/admin/articles/${id}`, { data: { title: 'Dawn' } })
  await site.api.delete(`/admin/articles/${id}`)
  await page.goto(`/admin/draft/${id}?versions=1`)
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await expect(page.getByRole('button', { name: /^Version 1/, pressed: true })).toBeVisible()
  await expect(page.getByText('Version 1: Dusk')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revert to this version' })).toHaveCount(0)
})

test('Undo makes an account suspended again that was enabled', async ({ page, site }) => {
  const data = {
    username: 'ben@example.org',
    full_name: 'Ben Otieno',
    role: 'author',
    password: 'paper boats',
  }
  const { id } = await (await site.api.post('/admin/users', { data })).json()
  await site.api.patch(`/admin/users/${id}/status`, { data: { status: 'suspended' } })
  await page.goto('/admin/users')
  const row = page.getByRole('row').filter({ hasText: 'Ben Otieno' })
  await row.getByRole('button', { name: 'Enable' }).click()
  await expect(row.getByText('active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByText('suspended', { exact: true })).toBeVisible()
})

test('an e-mail in the search of the audit log is corrected letter by letter', async ({ page }) => {
  await page.goto('/admin/audit')
  const field = page.getByLabel('Failed sign-ins as')
  await field.fill('grace@e')
  await expect(page).toHaveURL(/account=grace/)
  await press(field, 'Backspace', 2)
  await expect(page).not.toHaveURL(/grace%40e/)
  await expect(field).toHaveValue('grace')
})

async function press(field: Locator, key: string, times: number) {
  for (let pressed = 0; pressed < times; pressed++) await field.press(key)
}

test('a link that is shown only once stays on the screen when another one is revoked', async ({
  page,
  site,
}) => {
  const id = await write(site.api, { title: 'The Lamp' })
  await site.api.post(`/admin/articles/${id}/previews`, { data: { hours: 24 } })
  await page.goto(`/admin/draft/${id}`)
  await page.getByRole('button', { name: 'Preview…' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  const made = page.getByRole('textbox', { name: 'Link' })
  await expect(made).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText('Copied'), 'of the link before').toBeHidden()
  const revoke = page.getByRole('button', { name: /^Revoke the link/ })
  await expect(revoke).toHaveCount(3)
  await revoke.last().click()
  await expect(revoke).toHaveCount(2)
  await revoke.last().click()
  await expect(revoke).toHaveCount(1)
  await expect(made).toBeVisible()
  await revoke.click()
  await expect(made).toBeHidden()
})

test('a picture of a person that is still being sent is saved with them', async ({ page, site }) => {
  await site.api.post('/admin/people', { data: { name: 'Wanjiru Mora' } })
  const answered = Promise.withResolvers<void>()
  await page.route('**/admin/upload', async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.goto('/admin/people?q=Wanjiru')
  await page.getByRole('button', { name: 'Edit Wanjiru Mora' }).click()
  // Exactly: the notice of its save has the name in it.
  const dialog = page.getByRole('dialog', { name: 'Wanjiru Mora', exact: true })
  await dialog.getByLabel('Choose image').setInputFiles(await drawing('wanjiru.png'))
  await expect(dialog.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await dialog.getByLabel('Name').press('Enter')
  answered.resolve()
  await expect(dialog.locator('img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Wanjiru Mora' }).locator('img')).toBeVisible()
})

test('a person who is being described outlives the session', async ({ page, site }) => {
  const token = await signIn(site.stack, admin)
  await page.goto('/admin/people')
  await page.evaluate((value) => localStorage.setItem('token', value), token)
  await page.getByRole('button', { name: 'New Person' }).click()
  const form = page.getByRole('dialog', { name: 'New Person' })
  await form.getByLabel('Name').fill('Achieng Lore')
  await form.getByLabel('Bio').fill('She writes at night.')
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${site.stack.url}/admin/logout`, { method: 'POST', headers })
  await form.getByRole('button', { name: 'Create Person' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Login' }).click()
  await expect(dialog).toHaveCount(0)
  await form.getByRole('button', { name: 'Create Person' }).click()
  await expect(page.getByText('Achieng Lore is saved')).toBeVisible()
})

test('after a page was made, Back does not open its dialog again', async ({ page }) => {
  await page.goto('/admin/pages')
  await page.getByRole('button', { name: 'New Page' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Colophon')
  await page.getByRole('button', { name: 'Create Page' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Page' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row').filter({ hasText: '/colophon' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** Lets the list of a screen be loaded again, as when somebody comes back to its tab. */
const comeBack = (page: Page, empty: string) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText(empty)).toBeAttached({ timeout: 1_000 })
  }).toPass()

test('a person who leaves the list meanwhile goes on being described', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const { data } = await (await site.api.post('/admin/people', { data: { name: 'Nyokabi Mora' } })).json()
  await page.goto('/admin/people?q=Nyokabi')
  await page.getByRole('button', { name: 'Edit Nyokabi Mora' }).click()
  await page.getByLabel('Bio').fill('She writes at night.')
  await site.api.put(`/admin/people/${data.id}`, { data: { name: 'Z. Mora' } })
  await comeBack(page, 'No people match “Nyokabi”')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Z. Mora is saved')).toBeVisible()
})

test('a redirect that leaves the list meanwhile goes on being changed', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  const data = { path: '/old-zebra', target: '/privacy' }
  const { id } = (await (await site.api.post('/admin/redirects', { data })).json()).data
  await page.goto('/admin/redirects?q=zebra')
  await page.getByRole('button', { name: 'Edit /old-zebra' }).click()
  await page.getByLabel('Leads to').fill('/terms')
  await site.api.patch(`/admin/redirects/${id}`, { data: { path: '/old-horse' } })
  await comeBack(page, 'No redirects match “zebra”')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Redirect saved')).toBeVisible()
})

test('too many links of a person are refused with a sentence', async ({ page }) => {
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'New Person' }).click()
  await page
    .getByLabel('Links')
    .fill(Array.from({ length: 11 }, (_, n) => `https://l.example/${n}`).join('\n'))
  await expect(page.getByRole('alert')).toHaveText('At most 10 links')
})

test('people who cannot be found are not taken for people who are not there', async ({ page, site }) => {
  await site.api.post('/admin/people', { data: { name: 'Okello Rain' } })
  await page.goto('/admin/people?q=Okello')
  const merge = page.getByRole('button', { name: 'Merge Okello Rain' })
  await expect(merge).toBeVisible()
  await page.route('**/trpc/people.list*', (route) => route.abort())
  await merge.click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The server could not be reached.')
})

test('a changed password ends the other sessions in the list, too', { tag: '@slow' }, async ({
  browser,
  site,
}) => {
  const account = { username: 'sessions@example.org', password: 'twelve lanterns' }
  await site.api.post('/admin/users', { data: { ...account, full_name: 'Sabiti Okoth', role: 'author' } })
  const [token] = [await signIn(site.stack, account), await signIn(site.stack, account)]
  const page = await browser.newPage({ baseURL: site.stack.url })
  await signInPage(page, token)
  await page.goto('/admin/profile')
  const end = page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'End', exact: true })
  await expect(end).toHaveCount(1)
  await page.getByLabel('Current Password').fill(account.password)
  await page.getByLabel('New Password').fill('thirteen lanterns')
  await page.getByLabel('Confirm Password').fill('thirteen lanterns')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(end).toHaveCount(0)
  await page.close()
})

test('a session or a key that has ended elsewhere leaves the list when it is ended here', {
  tag: '@slow',
}, async ({ browser, site }) => {
  const account = { username: 'ends@example.org', password: 'twelve lanterns' }
  await site.api.post('/admin/users', { data: { ...account, full_name: 'Nafula Okoth', role: 'author' } })
  const [token, other] = [await signIn(site.stack, account), await signIn(site.stack, account)]
  const page = await browser.newPage({ baseURL: site.stack.url })
  await signInPage(page, token)
  const as = (who: string) => ({ headers: { authorization: `Bearer ${who}` } })
  const keys = '/admin/profile/keys'
  const made = await page.request.post(keys, { ...as(token), data: { name: 'Archive', scope: 'read' } })
  await page.goto('/admin/profile')
  const end = page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'End', exact: true })
  const revoke = page.getByRole('button', { name: 'Revoke Archive' })
  await expect(end).toHaveCount(1)
  await expect(revoke).toBeVisible()
  await page.request.post('/admin/logout', as(other))
  await page.request.delete(`${keys}/${(await made.json()).id}`, as(token))

  await end.click()
  await expect(end).toHaveCount(0)
  await revoke.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(revoke).toHaveCount(0)
  await page.close()
})

test('a role that must have a second factor stays one when another is chosen elsewhere', async ({
  page,
  site,
}) => {
  const choose = (...roles: string[]) => site.api.put('/admin/second-factor-roles', { data: { roles } })
  await page.goto('/admin/settings')
  await expect(page.getByRole('checkbox', { name: 'Authors' })).not.toBeChecked()
  expect((await choose('editor')).ok()).toBe(true)
  await page.getByRole('checkbox', { name: 'Authors' }).click()
  await expect(page.getByText('Editors, Authors must have a second factor')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Editors' })).toBeChecked()
  await choose()
})

test('a redirect that is changed keeps what somebody else has changed meanwhile', async ({ page, site }) => {
  const data = { path: '/old-ferry', target: '/privacy' }
  const { id } = (await (await site.api.post('/admin/redirects', { data })).json()).data
  await page.goto('/admin/redirects')
  const edit = page.getByRole('button', { name: 'Edit /old-ferry' })
  await expect(edit).toBeVisible()
  const moved = await site.api.patch(`/admin/redirects/${id}`, { data: { path: '/old-ship' } })
  expect(moved.ok()).toBe(true)
  await edit.click()
  await page.getByLabel('Leads to').fill('/terms')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: '/old-ship' })).toContainText('/terms')
})

test('the dashboard leads back to a page that is being written', async ({ page, site }) => {
  const data = { kind: 'page', title: 'Crew', path: '/hands', content: [] }
  const { article } = await (await site.api.post('/admin/articles', { data })).json()
  const copy = { base_version: 1, title: 'The Crew', content: [] }
  await site.api.put(`/admin/articles/${article.id}/working-copy`, { data: copy })
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Continue: Crew' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('The Crew')
})
