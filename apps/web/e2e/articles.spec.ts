import { expect, type Page, test } from '@playwright/test'
import { type Stack, startStack } from '../../../scripts/stack.ts'
import { checkPolicy } from './policy.ts'

const admin = { username: 'ada@example.org', password: 'seven lanterns' }
const content = [{ type: 'paragraph', children: [{ text: 'It leaves at dusk.' }] }]

let stack: Stack
let token: string

test.beforeAll(async ({ playwright }) => {
  stack = await startStack({ env: { ADMIN_EMAIL: admin.username, ADMIN_PASSWORD: admin.password } })
  const api = await playwright.request.newContext({ baseURL: stack.url })
  token = (await (await api.post('/admin/login', { data: admin })).json()).token
  const headers = { authorization: `Bearer ${token}` }
  for (const title of ['The Night Ferry', 'Moss', 'The Lighthouse']) {
    await api.post('/admin/articles', { headers, data: { title, content } })
  }
  await api.put('/admin/articles/3/publish', { headers })
  await api.dispose()
})

test.afterAll(() => stack[Symbol.asyncDispose]())

test.beforeEach(async ({ page }) => {
  checkPolicy(page)
  await page.addInitScript((value) => {
    localStorage.setItem('token', value)
    localStorage.setItem('analytics_notice_viewed', 'true')
  }, token)
})

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

test('the list is searched while one types, and says when nothing matches', async ({ page }) => {
  await page.goto(`${stack.url}/admin/articles`)
  await page.getByLabel('Search articles').fill('ferr')
  await expect(row(page, 'Moss')).toBeHidden()
  await expect(row(page, 'The Night Ferry')).toBeVisible()
  await expect(page).toHaveURL(/\?q=ferr$/)

  await page.getByLabel('Search articles').fill('submarine')
  await expect(page.getByText('No articles match “submarine”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(row(page, 'Moss')).toBeVisible()
  await expect(page.getByLabel('Search articles')).toHaveValue('')
})

test('newest first; another column starts ascending, the same one turns round', async ({ page }) => {
  await page.goto(`${stack.url}/admin/articles`)
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Status' }).click()
  await expect(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'none')
  await page.getByRole('button', { name: 'Status' }).click()
  await expect(head('Status')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('button', { name: 'Last Updated' }).click()
  await expect(head('Last Updated')).toHaveAttribute('aria-sort', 'ascending')
})

test('archiving is taken back from the notice; deleting asks first and can be restored', async ({ page }) => {
  await page.goto(`${stack.url}/admin/articles?state=draft`)
  await choose(page, 'Moss', 'Archive')
  await expect(page.getByText('Article archived successfully')).toBeVisible()
  await expect(row(page, 'Moss')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Moss')).toBeVisible()

  await choose(page, 'Moss', 'Delete')
  await page.getByRole('button', { name: 'Move to Trash' }).click()
  await expect(page.getByText('Article moved to the trash')).toBeVisible()
  await page.getByRole('button', { name: 'Trash', exact: true }).click()
  await choose(page, 'Moss', 'Restore')
  await expect(page.getByText('No articles in the trash')).toBeVisible()
})

async function choose(page: Page, title: string, action: string) {
  await row(page, title)
    .getByRole('button', { name: `Actions for ${title}` })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('publishing shows at once, and is taken back when the server fails', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/trpc/articles.publish*', async (route) => {
    await answered
    await route.abort()
  })
  await page.goto(`${stack.url}/admin/draft/1`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()

  answer()
  await expect(page.getByText('Failed to publish article')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
})
