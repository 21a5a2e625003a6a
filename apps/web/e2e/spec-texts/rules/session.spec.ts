import { expect, type Page } from '@playwright/test'
import { admin } from '../accounts.ts'
import { press, submit } from '../acts.ts'
import { test } from '../test.ts'

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
const signIn = submit('Login', { Email: admin.username, Password: admin.password })

test('/admin leads to the dashboard', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin' })
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('sign-in stores token and username and leads to the dashboard', { tag: '@journey' }, async ({
  stage,
}) => {
  const page = await stage.open({ screen: '/admin/login' })
  await signIn(page)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  expect(await stored(page)).toEqual(['session_id', 'token', 'username'])
  expect(await page.evaluate(() => localStorage.getItem('username'))).toBe(admin.username)
})

test('sign-out clears both and leads to sign-in', { tag: '@journey' }, async ({ stage }) => {
  const page = await stage.open({ screen: '/admin/profile', who: 'leaver' })
  await press('Sign Out')(page)
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await stored(page)).not.toContain('token')
  expect(await stored(page)).not.toContain('username')
})

test('nobody is shown what somebody else had on the screen before, in another tab either', {
  tag: '@slow',
}, async ({ stage }) => {
  // The rows of the profile change the password of the author.
  const somebody = { username: 'awino@example.org', password: 'twelve lanterns' }
  const { api } = await stage.site()
  await api.post('/admin/users', { data: { ...somebody, full_name: 'Awino Okoth', role: 'author' } })
  const page = await stage.open({ screen: '/admin/users', who: 'leaver' })
  await expect(page.getByRole('table')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/admin/profile')
  await press('Sign Out')(other)
  await submit('Login', { Email: somebody.username, Password: somebody.password })(other)
  await expect(other).toHaveURL(/\/admin\/dashboard$/)

  await expect(page).toHaveURL(/\/admin\/login/)
  await page.goBack()
  await expect(page.getByText('This page is for administrators.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0)
})

test('without a session, screens redirect to sign-in', { tag: '@journey' }, async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/articles', who: 'nobody' })
  await expect(page).toHaveURL(/\/admin\/login/)
})

test('a refused call ends the session, and sign-in returns to the same screen', async ({ stage }) => {
  const page = await stage.open({ screen: '/admin/login' })
  await page.evaluate(() => localStorage.setItem('token', 'a token of last year'))
  await page.goto('/admin/articles?sort=state')
  await expect(page).toHaveURL(/\/admin\/login/)
  expect(await stored(page)).not.toContain('token')
  await signIn(page)
  await expect(page).toHaveURL(/\/admin\/articles\?sort=state$/)
})

test('every call of the admin has the token and the id of the browser', async ({ stage }) => {
  const page = await stage.visit({ screen: '/admin/profile' })
  const called = page.waitForRequest(/\/trpc\//)
  await page.reload()
  const headers = (await called).headers()
  expect(headers.authorization).toBe(`Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`)
  const session = await page.evaluate(() => localStorage.getItem('session_id'))
  expect(session).toMatch(/^[a-z0-9]{16,}$/)
  expect(headers['x-session-id']).toBe(session)
})
