import { type Page, request } from '@playwright/test'
import { admin, type Desk, expect, paragraph, test } from './test.ts'

// What is typed is never lost, and never overwrites what somebody else wrote.

const status = (page: Page) => page.locator('form').getByRole('status').last()
const body = (page: Page) => page.locator('[contenteditable]').first()
const offer = (page: Page) => page.getByRole('alert', { name: 'Unsaved changes' })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const save = (page: Page) => page.getByRole('button', { name: /^Save (Changes|Article)$/ }).click()
const updated = (page: Page) => page.getByText('Article updated successfully')

async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/draft/edit/${id}`)
  await body(page).click()
  await page.keyboard.press('ControlOrMeta+End')
}

/** The page dies as in a crash: none of its handlers run. */
async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  session.send('Page.crash').catch(() => undefined) // nobody is left to answer
  await crashed
}

const read = async ({ api }: Desk, id: number) => (await api.get(`/admin/articles/${id}`)).json()
const readCopy = ({ api }: Desk, id: number) => api.get(`/admin/articles/${id}/working-copy`)

/** A session that can end without ending those of other tests. */
async function signIn({ stack }: Desk, account = admin): Promise<string> {
  const visitor = await request.newContext({ baseURL: stack.url })
  const { token } = await (await visitor.post('/admin/login', { data: account })).json()
  await visitor.dispose()
  return token
}

async function takeSession(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token)
}

/** An editor besides the admin, who may work on the same articles. */
async function addColleague(desk: Desk) {
  const account = { username: 'otieno@example.org', password: 'eight lanterns' }
  await desk.api.post('/admin/users', { data: { ...account, full_name: 'Otieno', role: 'editor' } })
  return account
}

test('what a crash left is offered against the saved text, and restored', async ({ write, context }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await context.route('**/trpc/workingCopies.put*', (route) => route.abort())
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await crash(page)

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(offer(again)).toContainText(/Restore unsaved changes from \d+:\d\d/)
  await expect(body(again)).toHaveText('The ferry leaves.')
  await press(again, 'Show changes')
  await expect(offer(again).locator('ins')).toContainText('Nobody waves.')
  await press(again, 'Restore')
  await expect(body(again)).toHaveText('The ferry leaves. Nobody waves.')
})

test('what is declined is gone; what is put off comes again', async ({ write, context }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Saved')
  await crash(page)

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await press(again, 'Decide later')
  await again.reload()
  await press(again, 'Keep the saved text')
  await expect(offer(again)).toBeHidden()
  await again.reload()
  await expect(body(again)).toHaveText('The ferry leaves.')
  await expect(status(again)).toHaveText('Saved')
  await expect(offer(again)).toBeHidden()
})

test('a new article outlives a crash, until it is saved', async ({ page, context }) => {
  await page.goto('/admin/new-draft')
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await body(page).click()
  await page.keyboard.type('It leaves at dusk.')
  await expect(status(page)).toHaveText('Unsaved changes')
  await page.waitForFunction(async () => (await indexedDB.databases()).length > 0)
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await crash(page)

  const again = await context.newPage()
  await again.goto('/admin/new-draft')
  await press(again, 'Restore')
  await expect(again.getByLabel('Title', { exact: true })).toHaveValue('The Night Ferry')
  await expect(body(again)).toHaveText('It leaves at dusk.')
  await save(again)
  await expect(again).toHaveURL(/\/admin\/draft\/\d+$/)
  await again.goto('/admin/new-draft')
  await expect(body(again)).toBeVisible()
  await expect(offer(again)).toBeHidden()
})

test('offline the text is kept on the device, and goes to the server as soon as it can', async ({
  write,
  context,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await context.setOffline(true)
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText('Offline, kept on this device')
  await context.setOffline(false)
  await expect(status(page)).toHaveText('Saved')
  const copy = await (await readCopy(desk, id)).json()
  expect(copy.content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
  expect((await read(desk, id)).version_number).toBe(1)
})

test('readers see what is written on a published article only when it is saved', async ({ write, desk }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  await desk.api.put(`/admin/articles/${id}/publish`)
  await open(page, id)
  await page.keyboard.type(' Nobody waves.')
  await expect(status(page)).toHaveText(/^Saved\s*Published, unsaved changes$/)
  const readers = async () => (await desk.api.get(`/post/${id}`)).text()
  expect(await readers()).not.toContain('Nobody waves.')

  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
  await press(page, 'Stay')
  await save(page)
  await expect(updated(page)).toBeVisible()
  await expect(status(page)).toHaveText('Saved')
  expect(await readers()).toContain('Nobody waves.')
  expect((await readCopy(desk, id)).status()).toBe(404)
})

test('when the session ends, sign-in lies over the text, and the save goes through', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const token = await signIn(desk)
  await takeSession(page, token)
  await page.keyboard.type(' Nobody waves.')
  await desk.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
  await expect(dialog.getByLabel('Email')).toHaveValue(admin.username)
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(updated(page)).toBeVisible()
  await expect(page).toHaveURL(/\/edit\//)
  expect((await read(desk, id)).content).toEqual([paragraph('The ferry leaves. Nobody waves.')])
})

test('whoever else signs in neither saves the text nor sees it; it waits for its writer', async ({
  write,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')])
  const colleague = await addColleague(desk)
  const token = await signIn(desk)
  await takeSession(page, token)
  await desk.api.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })
  await page.keyboard.type(' Nobody waves.')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Email').fill(colleague.username)
  await dialog.getByLabel('Password', { exact: true }).fill(colleague.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText(`You are signed in as ${colleague.username}`)
  await press(page, 'Leave this page')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  expect((await readCopy(desk, id)).status()).toBe(404)

  const theirs = await signIn(desk, colleague)
  await page.addInitScript((value) => localStorage.setItem('token', value), theirs)
  await open(page, id)
  await expect(status(page)).toHaveText('Saved')
  await expect(offer(page)).toBeHidden()
  await page.addInitScript((value) => localStorage.setItem('token', value), desk.token)
  await open(page, id)
  await expect(offer(page)).toBeVisible()
})

test('two windows that change different places both keep what they wrote', async ({
  write,
  context,
  desk,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  const other = await context.newPage()
  await open(other, id)
  await page.keyboard.type(' The lamp goes out.')
  await save(page)
  await expect(updated(page)).toBeVisible()

  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('At dusk: ')
  await save(other)
  await expect(other.getByText('Merged with what was saved meanwhile')).toBeVisible()
  await expect(other.getByText('New in your text: 1 block.')).toBeVisible()
  await expect(updated(other)).toBeVisible()
  const merged = ['At dusk: The ferry leaves.', 'Nobody waves. The lamp goes out.'].map(paragraph)
  expect((await read(desk, id)).content).toEqual(merged)
  await other.keyboard.type('today, ')
  await expect(body(other).locator('p').first()).toHaveText('At dusk: today, The ferry leaves.')
})

test('two people who change the same place choose, and nothing goes unsaid', async ({ write, desk }) => {
  const { page, id } = await write([paragraph('The ferry leaves.'), paragraph('Nobody waves.')])
  const token = await signIn(desk, await addColleague(desk))
  await page.keyboard.type(' Mine.')
  await page.getByLabel('Title', { exact: true }).fill('My title')
  const theirs = [paragraph('The ferry leaves.'), paragraph('Nobody waves. Theirs.')]
  await desk.api.put(`/admin/articles/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { title: 'Their title', content: theirs, base_version: 1 },
  })
  await save(page)
  const dialog = page.getByRole('alertdialog', { name: 'You and somebody else changed the same' })
  await expect(dialog.getByText('Their title')).toBeVisible()
  await press(page, 'Decide later')
  await expect(status(page)).toHaveText('Conflict')
  expect((await read(desk, id)).title).toBe('Their title')

  await save(page)
  await dialog.getByRole('group', { name: 'Keep of Title' }).getByRole('button', { name: 'Theirs' }).click()
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  const article = await read(desk, id)
  expect(article.title).toBe('Their title')
  expect(article.content).toEqual(
    ['The ferry leaves.', 'Nobody waves. Mine.', 'Nobody waves. Theirs.'].map(paragraph),
  )
})

test('a text beyond a limit is told which, is not sent, and is kept', async ({ write, context, desk }) => {
  const { page, id } = await write([paragraph('x'.repeat(99_999))])
  await page.keyboard.type('y')
  await expect(page.getByText('A passage is nearly full: 0 characters of 100,000')).toBeVisible()
  await page.keyboard.type('z')
  await expect(page.getByText('A passage is over the limit by 1 character')).toBeVisible()
  await save(page)
  await expect(status(page)).toHaveText('Unsaved changes')
  expect((await read(desk, id)).version_number).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await page.close()

  const again = await context.newPage()
  await again.goto(`/admin/draft/edit/${id}`)
  await expect(offer(again)).toBeVisible()
})
