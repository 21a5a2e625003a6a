import { expectNoBarrierAt } from './barriers.ts'
import { expect, test } from './editor/test.ts'
import { write } from './test-site.ts'

test.use({ isShared: true })

test('an editor makes a page, publishes it, moves it and unpublishes it, and readers find it', {
  tag: '@journey',
}, async ({ page, site }) => {
  await page.goto('/admin/pages')
  await page.getByRole('button', { name: 'New Page' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Page' })
  await dialog.getByLabel('Title').fill('About Us')
  await expect(dialog.getByLabel('Address')).toHaveValue('/about-us')
  await dialog.getByLabel('Address').fill('/search')
  await dialog.getByLabel('Title').fill('About')
  await dialog.getByRole('button', { name: 'Create Page' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This address belongs to the site itself')
  await expect(dialog.getByLabel('Address')).toBeFocused()
  await expectNoBarrierAt(page, [390, 1280])
  await dialog.getByLabel('Address').fill('/about')
  await dialog.getByRole('button', { name: 'Create Page' }).click()

  await expect(page.getByRole('heading', { name: 'Edit Page' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Content' }).click()
  await page.keyboard.type('We are four, and a lamp.')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByLabel('Tags')).toHaveCount(0)
  await expectNoBarrierAt(page, [390, 1280])
  await page.getByRole('button', { name: 'Publish…' }).click()
  const sheet = page.getByRole('dialog', { name: 'Publish' })
  await expect(sheet.getByRole('region', { name: 'In a search' })).toContainText('/about')
  await expect(sheet.getByRole('region', { name: 'The e-book' })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Page published successfully')).toBeVisible()
  const words = async (address: string) => (await page.request.get(address)).text()
  expect(await words('/about')).toContain('We are four, and a lamp.')
  expect(await words('/about')).not.toContain('class="byline"')

  // What is typed while the byline is saved stays.
  const { promise: typed, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/trpc/articles.update*', async (route) => {
    await typed
    await route.continue()
  })
  await details.getByLabel('Byline').click()
  await expect(details.getByLabel('Byline')).toBeChecked()
  await details.getByLabel('Address').fill('/Masthead/')
  go()
  await expect(details.getByRole('button', { name: 'Change address' })).toBeEnabled()
  await expect.poll(() => words('/about')).toContain('class="byline"')
  await details.getByRole('button', { name: 'Change address' }).press('Enter')
  await expect(details.getByLabel('Address')).toHaveValue('/masthead')
  await expect(page.getByRole('heading', { name: 'Edit Page' })).toBeFocused()
  const moved = await page.request.get('/about', { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, '/masthead'])
  // A colleague moves it there and back.
  const id = page.url().match(/\d+$/)?.[0]
  for (const path of ['/crew', '/masthead']) {
    expect((await site.api.put(`/admin/articles/${id}`, { data: { path } })).ok()).toBe(true)
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(details.getByLabel('Address')).toHaveValue(path, { timeout: 1_000 })
    }).toPass()
    await expect(details.getByRole('button', { name: 'Change address' })).toBeHidden()
  }

  await page.goto('/admin/articles')
  await expect(page.getByRole('heading', { name: 'Articles' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'About', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Library' }).click()
  await page.getByRole('link', { name: 'Pages' }).click()
  const row = page.getByRole('row').filter({ hasText: '/masthead' })
  await row.getByRole('button', { name: 'Unpublish About' }).press('Enter')
  await expect(page.getByText('Page unpublished successfully')).toBeVisible()
  expect((await page.request.get('/masthead')).status()).toBe(404)
})

test('the terms are edited from their original text, and brought back to it', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/admin/pages')
  const row = page.getByRole('row').filter({ hasText: '/terms' })
  await expect(row).toContainText('original text')

  await row.getByRole('button', { name: 'Edit Terms and Conditions' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Page' })).toBeVisible()
  await expect(page.getByText('These terms are governed by the laws of Kenya')).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('House Rules')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Page published successfully')).toBeVisible()
  expect(await (await page.request.get('/terms')).text()).toContain('<h1 dir="auto">House Rules</h1>')

  await page.goto('/admin/pages')
  await row.getByRole('link', { name: 'View' }).click()
  await page.getByRole('button', { name: 'Back to the original' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back to the original' }).click()
  await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible()
  expect(await (await page.request.get('/terms')).text()).toContain(
    '<h1 dir="auto">Terms and Conditions</h1>',
  )
})

test('the screens of a story and of a page mark the list that has it as the current entry', async ({
  page,
  site,
}) => {
  const story = await write(site.api, { title: 'Kelp' })
  const data = { kind: 'page', title: 'Imprint', path: '/imprint', content: [] }
  const { article } = await (await site.api.post('/admin/articles', { data })).json()
  const current = page.getByRole('complementary', { name: 'Sidebar' }).locator('[aria-current=page]')

  for (const [id, name] of [
    [story, /^Articles/],
    [article.id, /^Pages/],
  ] as const)
    for (const screen of ['draft', 'draft/edit']) {
      await page.goto(`/admin/${screen}/${id}`)
      await expect(current).toHaveText(name)
    }
})
