import { expect, type Page, test } from '@playwright/test'
import { expectNoBarrierAt } from './barriers.ts'
import { drawing } from './drawing.ts'
import { storeChecks } from './link-checks.ts'
import { type OtherSite, startOtherSite } from './other-site.ts'
import { signInPage, startTestSite, type TestSite, write } from './test-site.ts'

let other: OtherSite
let origin = ''
let site: TestSite

test.beforeAll(async () => {
  other = await startOtherSite()
  origin = other.origin
})

test.afterAll(() => other[Symbol.dispose]())

test.beforeEach(async ({ page }) => {
  site = await startTestSite([], undefined, { TRUSTED_IMAGE_ORIGINS: origin })
  await signInPage(page, site.token)
})

test.afterEach(() => site[Symbol.asyncDispose]())

const linking = (url: string, text: string) => ({
  type: 'paragraph',
  children: [{ text: 'See ' }, { type: 'link', url, children: [{ text }] }],
})

async function fill() {
  const file = await drawing('lamp.png')
  const { data } = await (await site.api.post('/admin/upload', { multipart: { file } })).json()
  const image = {
    type: 'image',
    filename: data.filename,
    url: data.url,
    alt: 'A lamp',
    children: [{ text: '' }],
  }
  await write(site.api, { title: 'The Lamp', content: [image], published: true })
  const links = [
    linking(`${origin}/works`, 'a map'),
    linking(`${origin}/moved`, 'an old map'),
    linking(`${origin}/gone`, 'a lost map'),
    linking('/post/1', 'the first part'),
    linking('/post/99', 'the last part'),
  ]
  const content = [{ type: 'heading-two', children: [{ text: 'Maps' }] }, ...links, image]
  return write(site.api, { title: 'The Ferry', content, published: true })
}

const section = (page: Page) => page.getByRole('region', { name: 'Links and pictures' })
const links = (page: Page) =>
  section(page).getByRole('region', { name: 'Links', exact: true }).getByRole('listitem')

async function openSection(page: Page, id: number) {
  await page.goto(`${site.stack.url}/admin/draft/${id}`)
  await section(page).getByRole('button', { name: 'Links and pictures' }).press('Enter')
  await expect(links(page)).toHaveCount(5)
}

test('the links of a story are checked on request, and its pictures say where else they are', async ({
  page,
}) => {
  await openSection(page, await fill())
  await expect(links(page)).toContainText([
    'Not checked',
    'Not checked',
    'Not checked',
    'Published',
    'no such story',
  ])
  await expect(links(page).first()).toContainText('Block 2, below “Maps”')
  await section(page).getByRole('button', { name: 'Check again' }).press('Enter')
  await expect(links(page)).toContainText(['Works', `It is now at ${origin}/works.`, 'Nothing was there on'])
  await expect(section(page).getByRole('button', { name: 'Check again' })).toBeFocused()

  const pictures = section(page).getByRole('region', { name: 'Pictures' })
  await expect(pictures.getByRole('listitem')).toContainText(['A lamp60 × 40'])
  await expect(pictures.getByRole('link', { name: 'The Lamp' })).toHaveAttribute('href', '/admin/draft/1')
  await expectNoBarrierAt(page, [390, 1280])
})

test('links that were checked just now are not checked again, and a notice says so', async ({ page }) => {
  const id = await fill()
  const urls = ['works', 'moved', 'gone'].map((path) => `${origin}/${path}`)
  await storeChecks(
    site,
    urls.map((url) => ({ url, outcome: 'works', status: 200 })),
  )
  await openSection(page, id)
  await section(page).getByRole('button', { name: 'Check again' }).press('Enter')
  await expect(page.getByText('The links were checked less than a minute ago')).toBeVisible()
})

test('stories with dead links are found in the list', async ({ page }) => {
  await fill()
  const filter = page.getByRole('button', { name: 'With dead links' })
  await page.goto(`${site.stack.url}/admin/articles`)
  await expect(page.getByRole('row', { name: /The Lamp/ })).toBeVisible()
  await expect(filter).toBeHidden()

  await storeChecks(site, [{ url: `${origin}/gone`, outcome: 'failed', status: 404 }])
  await page.reload()
  await filter.click()
  await expect(page.getByRole('row', { name: /The Lamp/ })).toBeHidden()
  await expect(page.getByRole('row', { name: /The Ferry/ })).toBeVisible()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
})

test('the dashboard counts the dead links of published stories, and leads to them', async ({ page }) => {
  await fill()
  const notice = page.getByRole('region', { name: 'Dead links' })
  await page.goto(`${site.stack.url}/admin/dashboard`)
  await expect(page.getByRole('row', { name: /The Ferry/ })).toBeVisible()
  await expect(notice).toBeHidden()

  await storeChecks(site, [{ url: `${origin}/gone`, outcome: 'failed', status: 404 }])
  await page.reload()
  await expect(notice).toContainText('1 published story has 1 dead link.')
  await expectNoBarrierAt(page, [390, 1280])
  await notice.getByRole('link', { name: 'Show the story' }).click()
  await expect(page.getByRole('button', { name: 'With dead links' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('row', { name: /The Lamp/ })).toBeHidden()
  await expect(page.getByRole('row', { name: /The Ferry/ })).toBeVisible()
})
