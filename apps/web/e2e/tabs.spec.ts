import { expect, test } from './editor/test.ts'
import { signIn } from './test-site.ts'

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
