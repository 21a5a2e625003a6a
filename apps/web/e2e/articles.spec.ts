import { expect, type Page, test } from '@playwright/test'
import { paragraph } from './content.ts'
import { signInPage, startTestSite, type TestSite } from './test-site.ts'

const content = [paragraph('It leaves at dusk.')]

let site: TestSite

test.beforeAll(async () => {
  const drafts = [
    { title: 'The Night Ferry', content },
    { title: 'Moss', content, tags: ['Slow Plants'] },
  ]
  site = await startTestSite([...drafts, { title: 'The Lighthouse', content, published: true }])
})

test.afterAll(() => site[Symbol.asyncDispose]())

test.beforeEach(({ page }) => signInPage(page, site.token))

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

test('the list is searched while typing, says when nothing matches, and is filtered by a tag', async ({
  page,
}) => {
  await page.goto(`${site.stack.url}/admin/articles`)
  await page.evaluate(typeOnceMore)
  await page.getByLabel('Search articles').fill('ferr')
  await expect(row(page, 'Moss')).toBeHidden()
  await expect(row(page, 'The Night Ferry')).toBeVisible()
  await expect(page).toHaveURL(/\?q=ferry$/)

  await page.getByLabel('Search articles').fill('submarine')
  await expect(page.getByText('No articles match “submarine”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(row(page, 'Moss')).toBeVisible()
  await expect(page.getByLabel('Search articles')).toHaveValue('')

  await page.getByLabel('Show articles with the tag').selectOption('Slow Plants (1)')
  await expect(page).toHaveURL(/\?tag=slow-plants$/)
  await expect(row(page, 'The Night Ferry')).toBeHidden()
  await expect(row(page, 'Moss')).toBeVisible()
  await page.getByRole('link', { name: 'Remove the filter Tag: Slow Plants' }).click()
  await expect(row(page, 'The Night Ferry')).toBeVisible()
})

/** Types a further letter after the URL has the first search, and before the screen shows it. */
function typeOnceMore() {
  const replaceState = history.replaceState.bind(history)
  history.replaceState = (...change) => {
    replaceState(...change)
    if (!location.search.includes('q=')) return
    history.replaceState = replaceState
    document.execCommand('insertText', false, 'y')
  }
}

test('newest first; another column starts ascending, the same column reverses', async ({ page }) => {
  await page.goto(`${site.stack.url}/admin/articles`)
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

test('archiving is undone from the notice; deleting asks first and can be restored', async ({ page }) => {
  await page.goto(`${site.stack.url}/admin/articles?state=draft`)
  await choose(page, 'Moss', 'Archive')
  await expect(page.getByText('Article archived successfully')).toBeVisible()
  await expect(row(page, 'Moss')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Moss')).toBeVisible()

  await site.api.put('/admin/articles/2/archive')
  await page.goto(`${site.stack.url}/admin/articles?state=archived`)
  await choose(page, 'Moss', 'Delete')
  await page.getByRole('button', { name: 'Move to Trash' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Moss').getByText('archived', { exact: true })).toBeVisible()
  await site.api.put('/admin/articles/2/restore')

  await page.goto(`${site.stack.url}/admin/articles?state=draft`)
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

test('publishing shows at once, and is reverted when the server fails', async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/trpc/articles.publish*', async (route) => {
    await answered
    await route.abort()
  })
  await page.goto(`${site.stack.url}/admin/draft/1`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()

  answer()
  await expect(page.getByText('Failed to publish article')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
})

test('a draft is checked before it is published, and the notice of its publication links to the public page', async ({
  page,
  context,
}) => {
  const made = await site.api.post('/admin/articles', { data: { title: 'Unfinished', content } })
  const { article } = await made.json()
  await page.goto(`${site.stack.url}/admin/draft/edit/${article.id}`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'View the article' }).click()
  await expect((await opened).getByRole('heading', { name: 'Unfinished' })).toBeVisible()
})
