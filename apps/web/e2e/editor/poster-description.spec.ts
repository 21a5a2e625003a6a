import type { Page } from '@playwright/test'
import { paragraph } from '../content.ts'
import type { TestSite } from '../test-site.ts'
import { storeImage } from './images.ts'
import { press, publish, read, save, status, updated } from './saving.ts'
import { expect, test } from './test.ts'

test.use({ isShared: true })

const field = (page: Page) =>
  page.getByRole('complementary', { name: 'Details' }).getByRole('textbox', { name: 'Image description' })

async function update({ api }: TestSite, id: number, data: object) {
  const answer = await api.put(`/admin/articles/${id}`, { data })
  return (await answer.json()).article
}

/** What gives an article a featured image. */
const withPoster = async (site: TestSite) => ({ edits: [{ poster_image_id: await storeImage(site) }] })

test('the featured image is described, for readers and other sites', { tag: '@slow' }, async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')], await withPoster(site))
  await expect(field(page)).toHaveAccessibleDescription('What it shows, for readers who cannot see it')
  await field(page).fill('A ferry at dusk')
  await expect(status(page)).toHaveText('Kept')
  await page.reload()
  await expect(field(page)).toHaveValue('A ferry at dusk')
  await save(page)
  await expect(updated(page)).toBeVisible()
  expect((await read(site, id)).poster_alt).toBe('A ferry at dusk')

  await publish(page)
  await expect.poll(async () => (await read(site, id)).state).toBe('published')
  const story = await (await site.api.get(`/post/${id}`)).text()
  expect(story).toMatch(/<img class="poster"[^>]* alt="A ferry at dusk"/)
  expect(story).toContain('property="og:image:alt" content="A draft: A ferry at dusk"')
  expect(story).toContain('"caption":"A ferry at dusk"')
  expect(await (await site.api.get('/rss.xml')).text()).toContain('A ferry at dusk')
})

test('a revert brings back the description; one of another image does not stay', async ({ write, site }) => {
  const { page, id } = await write([paragraph('The ferry leaves.')], await withPoster(site))
  const described = await update(site, id, { poster_alt: 'A ferry at dusk' })
  const replaced = await update(site, id, { poster_image_id: await storeImage(site) })
  expect(replaced.poster_alt).toBeNull()
  await site.api.post(`/admin/articles/${id}/versions/revert`, { data: { version_id: described.version_id } })
  await page.reload()
  await expect(field(page)).toHaveValue('A ferry at dusk')
})

test('what another window describes is merged, and two descriptions are a conflict', async ({
  write,
  site,
}) => {
  const { page, id } = await write([paragraph('The ferry leaves.')], await withPoster(site))
  await update(site, id, { poster_alt: 'Theirs', working_copy_revision: 0 })
  await page.getByLabel('Title', { exact: true }).fill('The Night Ferry')
  await save(page)
  await expect(page.getByText('New in your text: the featured image.')).toBeVisible()
  await expect(field(page)).toHaveValue('Theirs')
  await expect(updated(page)).toBeVisible()

  await update(site, id, { poster_alt: 'Theirs again', working_copy_revision: 0 })
  await field(page).fill('Mine')
  await save(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Theirs again')
  await press(page, 'Keep what is chosen')
  await expect(updated(page)).toBeVisible()
  await expect.poll(async () => (await read(site, id)).poster_alt).toBe('Mine')
})

test('a description that is too long is refused before it is sent', async ({ write, site }) => {
  const { page } = await write([paragraph('The ferry leaves.')], await withPoster(site))
  await field(page).fill('x'.repeat(501))
  await expect(page.getByText('Image description must be at most 500 characters long')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true')

  // The save opens the details that were closed, and leads to the field.
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await save(page)
  await expect(field(page)).toBeFocused()
})
