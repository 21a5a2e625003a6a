import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoBarrierAt } from './barriers.ts'
import { drawing } from './drawing.ts'
import { letFailuresLast } from './link-checks.ts'
import { type OtherSite, startOtherSite } from './other-site.ts'
import { signInPage, startTestSite, type TestSite, write } from './test-site.ts'

let other: OtherSite
let origin = ''
let site: TestSite

test.beforeAll(async () => {
  other = await startOtherSite()
  origin = other.origin
  site = await startTestSite([], undefined, { TRUSTED_IMAGE_ORIGINS: origin })
})

test.afterAll(async () => {
  other[Symbol.dispose]()
  await site[Symbol.asyncDispose]()
})

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

test('links are checked on request, and stories with dead ones are counted on the dashboard and found in the list', {
  tag: '@slow',
}, async ({ page }) => {
  const id = await fill()
  await signInPage(page, site.token)
  const notice = page.getByRole('region', { name: 'Dead links' })
  const filter = page.getByRole('button', { name: 'With dead links' })
  const [lamp, ferry] = ['The Lamp', 'The Ferry'].map((name) => page.getByRole('row', { name })) as [
    Locator,
    Locator,
  ]

  await test.step('without dead links, neither the dashboard nor the list speaks of any', async () => {
    await page.goto(`${site.stack.url}/admin/dashboard`)
    await expect(ferry).toBeVisible()
    await expect(notice).toBeHidden()
    await page.getByRole('link', { name: 'Articles', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Articles', level: 1 })).toBeVisible()
    await expect(lamp).toBeVisible()
    await expect(filter).toBeHidden()
  })

  await test.step('the links of a story are checked on request', async () => {
    await page.goto(`${site.stack.url}/admin/draft/${id}`)
    await section(page).getByRole('button', { name: 'Links and pictures' }).press('Enter')
    await expect(links(page)).toHaveCount(5)
    // The worker checks links at ten to the hour, which may be now.
    await expect(links(page)).toContainText([
      /Not checked|Works/,
      /Not checked|Moved/,
      /Not checked|Not reached/,
      'Published',
      'no such story',
    ])
    await expect(links(page).first()).toContainText('Block 2, below “Maps”')
    await section(page).getByRole('button', { name: 'Check again' }).press('Enter')
    await expect(links(page)).toContainText([
      'Works',
      `It is now at ${origin}/works.`,
      'Nothing was there on',
    ])
    await expect(section(page).getByRole('button', { name: 'Check again' })).toBeFocused()
  })

  await test.step('links that were checked just now are not checked again, and a notice says so', async () => {
    const again = section(page).getByRole('button', { name: 'Check again' })
    await expect(again).toBeEnabled()
    await again.press('Enter')
    await expect(page.getByText('The links were checked less than a minute ago')).toBeVisible()
  })

  await test.step('its pictures say where else they are', async () => {
    const pictures = section(page).getByRole('region', { name: 'Pictures' })
    await expect(pictures.getByRole('listitem')).toContainText(['A lamp60 × 40'])
    await expect(pictures.getByRole('link', { name: 'The Lamp' })).toHaveAttribute('href', '/admin/draft/1')
    await expectNoBarrierAt(page, [390, 1280], 'main')
  })

  await test.step('the dashboard counts the dead links of published stories, and leads to them', async () => {
    await letFailuresLast(site)
    await page.goto(`${site.stack.url}/admin/dashboard`)
    await expect(notice).toContainText('1 published story has 1 dead link.')
    await expectNoBarrierAt(page, [390, 1280], 'main')
    await notice.getByRole('link', { name: 'Show the story' }).click()
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
    await expect(lamp).toBeHidden()
    await expect(ferry).toBeVisible()
  })

  await test.step('stories with dead links are found in the list', async () => {
    await filter.click()
    await expect(lamp).toBeVisible()
    await filter.click()
    await expect(lamp).toBeHidden()
    await expect(filter).toHaveAttribute('aria-pressed', 'true')
  })
})
