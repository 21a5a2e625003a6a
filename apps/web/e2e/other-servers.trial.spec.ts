import type { Page } from '@playwright/test'
import { expect, test } from './editor/test.ts'

/** Answers a call like another server that follows the specification. */
async function answerAs(page: Page, call: string, change: (data: Record<string, unknown>) => unknown) {
  await page.route('**/trpc/**', async (route) => {
    const names = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',')
    if (!names.includes(call)) return route.fallback()
    const response = await route.fetch()
    const answers = await response.json()
    const list = Array.isArray(answers) ? answers : [answers]
    for (const [index, name] of names.entries()) {
      const data = list[index]?.result?.data
      if (name === call && data) list[index].result.data = change(data)
    }
    await route.fulfill({ response, json: answers })
  })
}

const text = [{ type: 'paragraph', children: [{ text: 'The ferry leaves at dusk.' }] }]

test('system status without workers is shown', async ({ page }) => {
  await answerAs(page, 'system.status', ({ workers: _, ...rest }) => rest)
  await page.goto('/admin/settings')

  await expect(page.getByText('Last checked: ')).not.toContainText('Never')
  await expect(page.locator('#system-status').getByRole('heading', { name: 'Database' })).toBeVisible()
  await expect(page.locator('#system-status').getByRole('heading', { name: 'Workers' })).toHaveCount(0)
})

test('content as JSON text, with its versions, is shown and can be edited', async ({ page, write }) => {
  const { id } = await write(text)
  const asText = (data: Record<string, unknown>) => ({ ...data, content: JSON.stringify(data.content) })
  await answerAs(page, 'articles.get', asText)

  await page.goto(`/admin/draft/${id}`)
  await expect(page.getByText('The ferry leaves at dusk.')).toBeVisible()
  await page.goto(`/admin/draft/edit/${id}`)
  await expect(page.locator('[contenteditable]').first()).toContainText('The ferry leaves at dusk.')
})

test('versions whose content is JSON text are shown and compared, beside the article and beside the editor', async ({
  page,
  write,
  site,
}) => {
  const { id } = await write(text)
  const content = [{ type: 'paragraph', children: [{ text: 'The ferry sails at dawn.' }] }]
  await site.api.put(`/admin/articles/${id}`, { data: { content } })
  const asText = (data: Record<string, unknown>) => ({ ...data, content: JSON.stringify(data.content) })
  await answerAs(page, 'articles.get', asText)
  await answerAs(page, 'versions.get', asText)

  await page.goto(`/admin/draft/${id}?versions`)
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await expect(page.getByText('The ferry leaves at dusk.')).toBeVisible()
  await page.goto(`/admin/draft/edit/${id}?versions`)
  await page.getByRole('button', { name: /^Version 1/ }).click()
  await expect(page.getByText('leaves at dusk')).toBeVisible()
})

test('an error of the store is shown beside Connected, in red', async ({ page }) => {
  const problem = 'More than a tenth of the stored files belong to nothing: none is deleted.'
  await answerAs(page, 'system.status', (status) => ({
    ...status,
    s3: { ...(status.s3 as object), problem },
  }))
  await page.goto('/admin/settings')

  const said = page.locator('#system-status').getByText(problem)
  await expect(said).toBeVisible()
  await expect(said).toHaveCSS('color', 'rgb(179, 38, 30)')
})

const screens = [
  '/admin/dashboard',
  '/admin/articles',
  '/admin/new-draft',
  '/admin/users',
  '/admin/users/new',
  '/admin/analytics',
  '/admin/settings',
  '/admin/profile',
  '/admin/audit',
  '/admin/versions?q=ferry',
]

test('no screen of the admin violates its own policy, so that every report matters', async ({
  page,
  write,
}) => {
  const { id } = await write(text)
  const violations: string[] = []
  await page.exposeFunction('violated', (what: string) => violations.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { violated(what: string): void }).violated(
        `${location.pathname}: ${effectiveDirective} ${blockedURI}`,
      ),
    )
  })
  for (const screen of [...screens, `/admin/draft/${id}`, `/admin/draft/edit/${id}`, '/forgot-password']) {
    await page.goto(screen)
    await page.waitForLoadState('networkidle')
  }

  expect(violations).toEqual([])
})
