import { expect, type Page, test } from '@playwright/test'
import { sql } from 'kysely'
import { connect } from '../../../packages/db/src/client.ts'
import { expectNoBarrierAt } from './barriers.ts'
import { paragraph } from './content.ts'
import { drawing } from './drawing.ts'
import { signInPage, startTestSite, type TestSite, write } from './test-site.ts'

interface Uploaded {
  image_id: number
  filename: string
  url: string
}

let site: TestSite

test.beforeAll(async () => {
  site = await startTestSite()
})

test.afterAll(() => site[Symbol.asyncDispose]())

async function upload(name: string, width: number): Promise<Uploaded> {
  const file = await drawing(name, width, 40)
  return (await (await site.api.post('/admin/upload', { multipart: { file } })).json()).data
}

const showing = ({ filename, url }: Uploaded, alt = '') => ({
  type: 'image',
  filename,
  url,
  alt,
  children: [{ text: '' }],
})

/** As if every picture had been uploaded two days ago. */
async function letUploadsAge() {
  const { db, close } = connect(site.stack.database_url ?? '')
  await db.updateTable('images').set({ created_at: sql`now() - interval '2 days'` }).execute()
  await close()
}

/** A picture in a story, one in an old version of it, two that nothing uses, and one of today. */
async function fill() {
  const [lamp, moss, ...unused] = [
    await upload('lamp.png', 61),
    await upload('moss.png', 62),
    await upload('one.png', 63),
    await upload('two.png', 64),
  ] as const
  const id = await write(site.api, {
    title: 'The Lamp',
    content: [showing(lamp, 'A lamp'), showing(moss, 'Moss')],
  })
  await site.api.put(`/admin/articles/${id}`, {
    data: { content: [showing(lamp, 'A lamp'), paragraph('Night.')] },
  })
  const changes = { logo_image_id: lamp.image_id }
  const saved = await site.api.patch('/admin/site', { data: { base_version: 0, changes } })
  expect(saved.ok()).toBe(true)
  await letUploadsAge()
  await upload('today.png', 65)
  return { lamp, moss, unused }
}

const cards = (page: Page) => page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
const card = (page: Page, text: string) => cards(page).filter({ hasText: text })
const bar = (page: Page) => page.getByRole('region', { name: 'Selected pictures' })
const show = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

test('an admin sees where pictures are used, finds one, and removes those that nothing uses', {
  tag: '@journey',
}, async ({ page }) => {
  const { unused } = await fill()
  await signInPage(page, site.token)
  await page.goto(`${site.stack.url}/admin/pictures`)

  await test.step('pictures say where they are used', async () => {
    await expect(cards(page)).toHaveCount(5)
    await expect(card(page, '65 × 40')).toContainText('Uploaded in the last day')
    await card(page, 'A lamp').getByRole('button', { name: 'Used in 1 story: “A lamp”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where this picture is used' })
    await expect(dialog.getByRole('listitem')).toContainText(['In the text, 1 old version'])
    await expect(dialog.getByRole('link', { name: 'The Lamp' })).toHaveAttribute('href', '/admin/draft/1')
    await expectNoBarrierAt(page, [390, 1280], '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(card(page, 'A lamp').getByRole('button')).toBeFocused()
    await expect(card(page, 'A lamp')).toContainText('The site shows it')
  })

  await test.step('pictures are filtered and found', async () => {
    await show(page, /^Only in old versions \(1\)/)
    await expect(cards(page)).toHaveText([/Moss/])
    await expect(card(page, 'Moss').getByRole('checkbox')).toHaveCount(0)
    await show(page, /^All \(5\)/)
    await page.getByLabel('Search pictures').fill('lam')
    await expect(cards(page)).toHaveText([/A lamp/])
    await page.getByLabel('Search pictures').fill('')
    await expect(cards(page)).toHaveCount(5)
  })

  await test.step('pictures that nothing uses are removed with the keyboard, and Undo brings them back', async () => {
    await show(page, /^Not used \(3\)/)
    await expect(cards(page)).toHaveCount(3)
    await cards(page).getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    await expectNoBarrierAt(page, [390, 1280], 'main')
    await bar(page).getByRole('button', { name: 'Select all on this page' }).press('Enter')
    await expect(bar(page).getByRole('status')).toHaveText('2 selected')
    await bar(page).getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(page.getByText('2 pictures removed')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(bar(page)).toBeHidden()

    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 pictures brought back')).toBeVisible()
    await expect(cards(page)).toHaveCount(3)
  })

  await test.step('a picture that is used meanwhile is refused by name', async () => {
    await show(page, /^All \(5\)/)
    await card(page, '63 × 40').getByRole('checkbox').check()
    await card(page, '64 × 40').getByRole('checkbox').check()
    await write(site.api, { title: 'The Ferry', content: [unused[0] && showing(unused[0])] })
    await bar(page).getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('1 of 2 pictures was not removed')).toBeVisible()
    await expect(page.getByText(/“The Ferry” uses this picture/)).toBeVisible()
    await expect(card(page, '64 × 40')).toHaveCount(0)
    await expect(card(page, '63 × 40')).toContainText('Used in 1 story')
  })
})
