import { expect, type Page, test } from '@playwright/test'
import { paragraph } from './content.ts'
import { signInPage, startTestSite, type TestSite } from './test-site.ts'

const content = [paragraph('It leaves at dusk.')]

let site: TestSite
/** One page for all tests, as navigating takes a third of the time of opening a page. */
let page: Page

test.beforeAll(async ({ browser }) => {
  const drafts = [
    { title: 'The Night Ferry', content },
    { title: 'Moss', content, tags: ['Slow Plants'] },
  ]
  site = await startTestSite([...drafts, { title: 'The Lighthouse', content, published: true }])
  page = await browser.newPage({ baseURL: site.stack.url })
  await signInPage(page, site.token)
})

test.afterAll(async () => {
  await page.close()
  await site[Symbol.asyncDispose]()
})

test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

test('the list is searched while typing, says when nothing matches, and is filtered by a tag', {
  tag: '@journey',
}, async () => {
  await page.goto(`/admin/articles`)
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

test('archiving is undone from the notice; deleting asks first and can be restored', {
  tag: '@journey',
}, async () => {
  await page.goto(`/admin/articles?state=draft`)
  await choose(page, 'Moss', 'Archive')
  await expect(page.getByText('Article archived successfully')).toBeVisible()
  await expect(row(page, 'Moss')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Moss')).toBeVisible()

  await site.api.put('/admin/articles/2/archive')
  await page.goto(`/admin/articles?state=archived`)
  await choose(page, 'Moss', 'Delete')
  await page.getByRole('button', { name: 'Move to Trash' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  // Undo restores the draft and archives it again; the row may not have left the list yet.
  await expect(page.getByText('Article archived successfully')).toBeVisible()
  await expect(row(page, 'Moss').getByText('archived', { exact: true })).toBeVisible()
  await site.api.put('/admin/articles/2/restore')

  await page.goto(`/admin/articles?state=draft`)
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

test('publishing shows at once, and is reverted when the server fails', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/trpc/articles.publish*', async (route) => {
    await answered
    await route.abort()
  })
  await page.goto(`/admin/draft/1`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible()

  answer()
  await expect(page.getByText('Failed to publish article')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
})

test('the second click of a double click on Publish does not unpublish', async () => {
  const unpublish = page.getByRole('button', { name: 'Unpublish' })
  await page.goto(`/admin/draft/1`)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Article published successfully')).toBeVisible()
  await unpublish.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await unpublish.click()
  await expect(page.getByText('Article unpublished successfully')).toBeVisible()
})

test('a draft is checked before it is published, and the notice of its publication links to the public page', {
  tag: '@journey',
}, async () => {
  const made = await site.api.post('/admin/articles', { data: { title: 'Unfinished', content } })
  const { article } = await made.json()
  await page.goto(`/admin/draft/edit/${article.id}`)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'View the article' }).click()
  await expect((await opened).getByRole('heading', { name: 'Unfinished' })).toBeVisible()
})
