import { expectNoBarrierAt } from './barriers.ts'
import { expect, test } from './editor/test.ts'

test.use({ isShared: true })

const item = (id: number, title: string, status: string, text: string) => `<item><title>${title}</title>
  <link>https://harbour.example/story-${id}/</link><dc:creator>Ines Vale</dc:creator><wp:post_id>${id}</wp:post_id>
  <wp:status>${status}</wp:status><wp:post_type>post</wp:post_type>
  <wp:post_date_gmt>2021-05-04 03:02:01</wp:post_date_gmt><content:encoded><![CDATA[${text}]]></content:encoded></item>`

const EXPORT = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel><title>The Harbour</title><link>https://harbour.example</link><wp:wxr_version>1.2</wp:wxr_version>
  <wp:tag><wp:tag_slug>tides</wp:tag_slug><wp:tag_name>Tides</wp:tag_name></wp:tag>
  ${item(1, 'A table of harbours', 'publish', '<table><tr><td>Low</td><td>High</td></tr></table>')}
  ${item(2, 'The pilot of the harbour', 'draft', 'She knew each rock.')}</channel></rss>`

const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })

test('an admin sees what an export brings, imports it, and undoes it but for what was edited', {
  tag: '@journey',
}, async ({ page, site }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await page.goto('/admin/import')
  await page.getByLabel('Choose file').setInputFiles(file('harbour.xml', EXPORT))
  await expect(page).toHaveURL(/\/admin\/import\/\d+$/)
  await expect(heading).toBeFocused()
  await expect(heading).toHaveText('The Harbour')
  await expect(page.getByText('2 items come in')).toBeVisible()
  await expect(row('A table of harbours')).toContainText('1 table became lines of text.')
  await expect(row('A table of harbours')).toContainText('Its 3 old addresses, such as /story-1, lead to it.')
  await page.getByRole('link', { name: '1 table became lines of text.' }).click()
  await expect(page.getByRole('button', { name: 'With this remark 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(row('The pilot of the harbour')).toHaveCount(0)
  await expectNoBarrierAt(page, [390, 1280])
  await page
    .getByRole('link', { name: '2 old addresses of tags, of which 2 lead elsewhere or nowhere' })
    .click()
  await expect(row('/tag/tides')).toContainText('Nowhere: no story that comes in has the tag Tides')
  await page.getByRole('link', { name: '6 old addresses of stories and pages' }).click()
  await expect(row('/story-1/amp')).toContainText('A table of harbours')
  await expectNoBarrierAt(page, [390, 1280])

  await expect(page.getByRole('radio', { name: 'All as drafts' })).toBeChecked()
  await page.getByRole('button', { name: 'Import 2 items' }).click()
  await expect(page.getByText('2 items came in')).toBeVisible()
  await expect(heading).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Items table' })).toBeVisible()
  await expect(row('A table of harbours')).toContainText('Draft')
  const address = await row('The pilot of the harbour').getByRole('link').getAttribute('href')
  await site.api.put(`/admin/articles/${address?.split('/').at(-1)}`, { data: { title: 'The last pilot' } })

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('1 story was edited since, and stays.')).toBeVisible()
  await page.getByRole('button', { name: 'Edited, and left 1' }).click()
  await expect(row('The pilot of the harbour')).toContainText('Edited, stays')
})

test('a file that cannot be imported is refused with a sentence, and removed', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/admin/import')
  await page.getByLabel('Choose file').setInputFiles(file('empty.xml', ''))
  await expect(page.getByRole('alert')).toHaveText('The file is empty.')

  await page.getByLabel('Choose file').setInputFiles(file('notes-of-nobody.bin', 'nothing'))
  await expect(page.getByRole('alert')).toContainText('none that can be imported')
  await page.getByRole('button', { name: 'Remove and choose another file' }).click()
  await expect(page).toHaveURL(/\/admin\/import$/)
  await expect(page.getByRole('table').getByText('notes-of-nobody.bin')).toHaveCount(0)
})

// Thousands of footnotes take minutes.
const ENDLESS = Array.from({ length: 8_000 }, (_, n) => `A lamp.[^${n}]\n\n[^${n}]: Lit.\n`).join('\n')

test('an import that a colleague cancels is not read on the screen any more', { tag: '@slow' }, async ({
  page,
  site,
}) => {
  await page.goto('/admin/import')
  await page.getByLabel('Choose file').setInputFiles(file('endless.md', ENDLESS))
  await expect(page.getByText('Reading the file')).toBeVisible()
  await site.api.delete(new URL(page.url()).pathname.replace('import', 'imports'))
  await expect(page.getByText('This import does not exist')).toBeVisible()
  await expect(page.getByText('Reading the file')).toHaveCount(0)
})

test('an import is cancelled while its file is read', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/admin/import')
  await page.getByLabel('Choose file').setInputFiles(file('endless.md', ENDLESS))
  await expect(page.getByText('Reading the file')).toBeVisible()
  await expectNoBarrierAt(page, [390], 'main')
  await page.getByRole('button', { name: 'Cancel the import' }).click()
  await expect(page).toHaveURL(/\/admin\/import$/)
  await expect(page.getByText('endless.md')).toHaveCount(0)

  await page
    .getByLabel('Choose file')
    .setInputFiles(file('shore.xml', EXPORT.replaceAll('harbour.', 'shore.')))
  await expect(page.getByText('2 items come in')).toBeVisible()
})

test('what was chosen stays chosen when a file is read again', { tag: '@slow' }, async ({ page }) => {
  const post = { id: '1', title: 'A Lamp', slug: 'a-lamp', status: 'published', html: '<p>Lit.</p>' }
  const text = JSON.stringify({ db: [{ meta: { version: '5.0' }, data: { posts: [post] } }] })
  await page.goto('/admin/import')
  await page.getByLabel('Choose file').setInputFiles(file('lamp.ghost.json', text))
  await page.getByRole('radio', { name: 'As they were' }).check()
  await page.getByRole('checkbox', { name: 'Tags and categories' }).uncheck()
  const site = page.getByRole('textbox', { name: 'Old address' })
  await site.fill('https://lamp.example')
  await site.press('Enter')
  await expect(page.getByRole('heading', { level: 1 }), 'while it is read').toBeFocused()
  await expect(page.getByRole('radio', { name: 'As they were' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Tags and categories' })).not.toBeChecked()
})

test('people who cannot be loaded to be credited are announced', { tag: '@slow' }, async ({ page }) => {
  await page.route(/trpc\/[^?]*people\.list/, (route) => route.abort())
  await page.goto('/admin/import')
  await page.getByLabel('Choose file').setInputFiles(file('quay.xml', EXPORT.replaceAll('harbour.', 'quay.')))
  await page.getByText(/^Authors: /).click()
  await expect(page.getByText('Failed to load the people')).toBeVisible()
})

test('the next page of the items begins at their top, and keeps the place of the list', {
  tag: '@slow',
}, async ({ page }) => {
  const items = Array.from({ length: 60 }, (_, n) => item(n + 1, `Night ${n + 1}`, 'publish', 'A lamp.'))
  const whole = EXPORT.replace(/<item>.*<\/item>/s, items.join(''))
  await page.goto('/admin/import')
  await page
    .getByLabel('Choose file')
    .setInputFiles(file('quarry.xml', whole.replaceAll('harbour.', 'quarry.')))
  await expect(page.getByText('60 items come in')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Items' })).toBeInViewport()
  await expect(page.getByRole('row')).toHaveCount(11)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
})
