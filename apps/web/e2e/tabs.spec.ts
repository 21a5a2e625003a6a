import { expect, test } from './editor/test.ts'
import { admin, signIn, signInPage } from './test-site.ts'

// What one tab does to the session is seen by the others. Pages without a session stay as they are.

test('signing out leaves pages alone that need no session', async ({ page, context }) => {
  await page.goto('/admin/articles')
  const [reset, watched] = [await context.newPage(), await context.newPage()]
  await reset.goto('/reset-password#a-link')
  const heading = reset.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Choose a new password')
  await watched.goto('/admin/tags')

  // As Sign Out does; other tests need the session.
  await page.evaluate(() => localStorage.removeItem('token'))

  await expect(watched).toHaveURL(/\/admin\/login/)
  await expect(reset).toHaveURL(/\/reset-password/)
  await expect(heading).toHaveText('Choose a new password')
})

test('a session that the server has ended is signed out in no tab', async ({ browser, site }) => {
  const token = await signIn(site.stack, admin)
  const context = await browser.newContext({ baseURL: site.stack.url })
  const [page, watched] = [await context.newPage(), await context.newPage()]
  for (const tab of [page, watched]) {
    await signInPage(tab, token)
    await tab.goto('/admin/profile')
    await expect(tab.getByText('This one', { exact: true })).toBeVisible()
    await expect(tab.getByText('None yet.', { exact: true })).toBeVisible()
    await tab.evaluate((username) => localStorage.setItem('username', username), admin.username)
  }
  await context.request.post('/admin/logout', { headers: { authorization: `Bearer ${token}` } })

  await page.getByRole('link', { name: 'Users', exact: true }).click()

  for (const tab of [page, watched])
    await expect(tab.getByText('Your session has ended. Sign in to go on where you were.')).toBeVisible()
  await context.close()
})

test('another user who signs in takes over the screens of the one before, and stays signed in', {
  tag: '@slow',
}, async ({ page, context, site }) => {
  const somebody = { username: 'tabs@example.org', password: 'twelve lanterns' }
  await site.api.post('/admin/users', { data: { ...somebody, full_name: 'Awino Okoth', role: 'author' } })
  const token = await signIn(site.stack, somebody)
  await page.goto('/admin/articles')
  const watched = await context.newPage()
  await watched.goto('/admin/users')
  await expect(watched.getByRole('table')).toBeVisible()

  await page.evaluate((value) => localStorage.setItem('token', value), token)

  await expect(watched.getByText('This page is for administrators.')).toBeVisible()
  expect(await watched.evaluate(() => localStorage.getItem('token'))).toBe(token)
})
