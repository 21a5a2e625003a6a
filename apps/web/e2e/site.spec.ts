import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import { expectNoBarrierAt } from './barriers.ts'
import { admin, signIn, signInPage, startTestSite, type TestSite } from './test-site.ts'

// Notifications come and go while the screens are looked at, so that only the screen itself is.

const WIDTHS = [390, 1280]

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(() => site[Symbol.asyncDispose]())

/** The window of an admin. */
async function openWindow(browser: Browser, path = '/admin/site', token = site.token): Promise<Page> {
  const page = await browser.newPage({ baseURL: site.stack.url })
  await signInPage(page, token)
  await page.goto(path)
  return page
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const state = (page: Page) => page.getByRole('form', { name: 'Site' }).getByRole('status').last()
/** The focus follows the panel as it opens, so that a key pressed before that would not come to a button in it. */
async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'History' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'History of the site' })
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
}
const preview = (page: Page) => page.frameLocator('iframe')
/** Waits until the preview has followed the changes. */
const expectPreview = (page: Page, name: string) =>
  expect(preview(page).locator('header .brand')).toHaveText(name)

test('an admin makes the site theirs by keyboard, and goes back', { tag: '@journey' }, async ({
  browser,
}) => {
  const page = await openWindow(browser, '/admin/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('site name')
  await expect(page.getByRole('option', { name: 'Name, look and menu of the site' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Site', level: 1 })).toBeFocused()
  await expectPreview(page, 'The Night Desk')
  await expectNoBarrierAt(page, WIDTHS, 'main')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'History' }).click({ timeout: 5_000 })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByLabel('Name', { exact: true }).fill('The Lamp')
  await page.getByLabel('Headline', { exact: true }).fill('Stories of *light')
  await expect(page.getByText('A star begins emphasis, and another one ends it')).toBeVisible()
  await page.getByLabel('Headline', { exact: true }).fill('Stories of *light*')
  await page.getByLabel('Accent, light, as a code').fill('red')
  await page.getByLabel('Tagline').focus()
  await expect(page.getByText('Enter a colour as a code, such as #ffd21a')).toBeVisible()
  await page.getByLabel('Accent, light, as a code').fill('#0A3D91')
  await expect(page.getByLabel('Accent, light', { exact: true })).toHaveValue('#0a3d91')
  await expect(page.getByText('Black on this blue cannot be read: text on it will be white.')).toBeVisible()
  const menu = page.getByRole('group', { name: 'Entries' })
  await menu.getByRole('button', { name: 'Add a Link' }).press('Enter')
  await page.keyboard.type('Search')
  await page.keyboard.press('Tab')
  await page.keyboard.type('/search')
  await menu.getByRole('button', { name: 'Add a Link' }).press('Enter')
  await page.keyboard.type('Feed')
  await page.keyboard.press('Tab')
  await page.keyboard.type('/rss.xml')
  await menu.getByRole('button', { name: 'Move Feed up' }).press('Enter')
  await expect(menu.getByRole('button', { name: 'Move Feed down' }), 'of the same entry').toBeFocused()
  await menu.getByRole('button', { name: 'Add a Link' }).press('Enter')
  await menu.getByRole('button', { name: 'Remove entry 3' }).press('Enter')
  await expect(menu.getByRole('button', { name: 'Remove Search' })).toBeFocused()
  await expect(state(page)).toHaveText('4 changes not saved yet')
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Stories of light')
  await expect(preview(page).locator('#menu a')).toHaveText(['Feed', 'Search'])
  await expectPreview(page, 'The Lamp')
  await expectNoBarrierAt(page, WIDTHS, 'main')
  expect(await (await fetch(site.stack.url)).text(), 'nothing is public yet').not.toContain('The Lamp')

  await save(page).press('Enter')
  await expect(state(page)).toHaveText('Saved')
  await expect(page.getByRole('complementary', { name: 'Sidebar' }).getByText('The Lamp')).toBeVisible()
  const reader = await browser.newPage({ baseURL: site.stack.url })
  await reader.goto('/')
  await expect(reader.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText([
    'Feed',
    'Search',
  ])
  await expectNoBarrierAt(reader, [390, 768, 1280])
  await reader.setViewportSize({ width: 390, height: 800 })
  await expect(reader.getByRole('link', { name: 'Feed' })).toBeHidden()
  await reader.getByRole('button', { name: 'Menu' }).press('Enter')
  await reader.getByRole('link', { name: 'Search' }).last().press('Enter')
  await expect(reader).toHaveURL(/\/search$/)
  await expect(reader.getByRole('link', { name: 'Feed' }), 'the menu closes').toBeHidden()

  await page.getByLabel('Name', { exact: true }).fill('The Lantern')
  await save(page).press('Enter')
  await expect(state(page)).toHaveText('Saved')
  await reader.getByRole('link', { name: 'Home' }).click()
  await expect(reader.locator('header .brand'), 'in a window that was open before').toHaveText('The Lantern')
  await openHistory(page)
  const history = page.getByRole('dialog', { name: 'History of the site' })
  await expect(history.getByText('Name: The Lamp → The Lantern')).toBeVisible()
  await expect(history.getByText('Name: The Night Desk → The Lamp')).toBeVisible()
  await expectPreview(page, 'The Lantern')
  await expect(page.locator('.toast')).toHaveCount(0)
  await expectNoBarrierAt(page, WIDTHS, '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByLabel('Tagline').fill('Not saved')
  await openHistory(page)
  await history.getByRole('button', { name: 'Go back to version 1' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Go back without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Tagline')).toHaveValue('Not saved')
  await openHistory(page)
  await history.getByRole('button', { name: 'Go back to version 1' }).press('Enter')
  await question.getByRole('button', { name: 'Go back' }).press('Enter')
  await expect(page.getByLabel('Tagline')).toHaveValue('Short stories and science fiction, read by lamplight')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('The Lamp')
  await expect(state(page)).toHaveText('Saved')
  await reader.goto('/')
  await expect(reader).toHaveTitle('The Lamp')
})

test('somebody who is no admin is told so, and stays signed in', async ({ browser }) => {
  const somebody = { username: 'awino@example.org', password: 'twelve lanterns' }
  await site.api.post('/admin/users', { data: { ...somebody, full_name: 'Awino Okoth', role: 'editor' } })
  const page = await openWindow(browser, '/admin/site', await signIn(site.stack, somebody))
  await expect(page.getByText('This page is for administrators.')).toBeVisible()
  await page.getByRole('link', { name: 'Articles', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Articles', level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/\/admin\/articles$/)
})

test('a refused save leads to the field that it is about, and the settings are marked as the current screen', async ({
  browser,
}) => {
  const page = await openWindow(browser)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.locator('[aria-current=page]')).toHaveText(/^Settings/)
  const menu = page.getByRole('group', { name: 'Entries' })
  await menu.getByRole('button', { name: 'Add a Link' }).click()
  await save(page).click()
  await expect(menu.getByRole('alert')).toHaveText('Label is required')
  await expect(menu.getByLabel(/^Label of entry/).last()).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.close()
})

test('the space that a phone adds after a word is not taken for a mistake', async ({ browser }) => {
  const page = await openWindow(browser)
  await page.getByLabel('Language').fill('en-GB ')
  const menu = page.getByRole('group', { name: 'Entries' })
  await menu.getByRole('button', { name: 'Add a Link' }).click()
  await menu
    .getByLabel(/^Label of entry/)
    .last()
    .fill('Harbour')
  await menu.getByLabel('Address of Harbour').fill('https://harbour.example/ ')
  await expect(state(page)).toHaveText('2 changes not saved yet')
  await expect(page.getByRole('form').getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('a required field that is empty, and half a story, are refused in words of ours', async ({
  browser,
}) => {
  const page = await openWindow(browser)
  for (const [label, value, problem] of [
    ['Name', '', 'Name is required'],
    ['Headline', '', 'Headline is required'],
    ['Stories on a page', '1.5', 'Show a whole number of stories'],
    ['Stories on a page', '', 'Show at least one story'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await field.fill(value)
    await save(page).click()
    await expect(page.getByRole('form').getByRole('alert').first()).toHaveText(problem)
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: 'Discard' }).click()
  }
})

test('a preview that no answer comes for says so in words of ours', async ({ browser }) => {
  const page = await openWindow(browser)
  await expect(preview(page).locator('header .brand')).toBeVisible()
  const part = page.getByRole('region', { name: 'Preview' })
  for (const [tagline, refuse] of [
    ['Cut off', (route: Route) => route.abort()],
    ['By a proxy', (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })],
  ] as const) {
    await page.route('**/admin/site/preview', refuse)
    await page.getByLabel('Tagline').fill(tagline)
    await expect(part.getByRole('alert')).toContainText(
      'The preview could not be loaded. Please try again later.',
    )
    await page.unroute('**/admin/site/preview')
    await part.getByRole('button', { name: 'Try again' }).click()
    await expect(part.getByRole('alert')).toHaveCount(0)
  }
})

test('what is typed while the site is being saved is not lost, and a link to no page is remarked', async ({
  browser,
}) => {
  const page = await openWindow(browser)
  const menu = page.getByRole('group', { name: 'Entries' })
  await menu.getByRole('button', { name: 'Add a Link' }).press('Enter')
  await page.keyboard.type('About')
  await page.keyboard.press('Tab')
  await page.keyboard.type('/about')
  const remark = 'No published page has this address. Readers find nothing there, unless it is redirected.'
  await expect(menu.getByRole('combobox', { name: 'Address of About' })).toHaveAccessibleDescription(remark)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('/privacy')
  await expect(page.getByText(remark)).toHaveCount(0)

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/trpc/site.save*', async (route) => {
    await answered
    await route.continue()
  })
  await page.getByLabel('Tagline').fill('Bright')
  await save(page).click()
  await page.getByLabel('Tagline').fill('Brighter')
  await page.getByLabel('Line of the footer').fill('At night')
  answer()

  await expect(state(page)).toHaveText('2 changes not saved yet')
  await expect(page.getByLabel('Tagline')).toHaveValue('Brighter')
  await expect(page.getByLabel('Line of the footer')).toHaveValue('At night')
  await save(page).click()
  await expect(state(page)).toHaveText('Saved')
  expect(await (await fetch(site.stack.url)).text()).toContain('Brighter')
})

test('two admins who change the same are asked, and what only one has changed is merged', {
  tag: '@slow',
}, async ({ browser }) => {
  const [one, other] = [await openWindow(browser), await openWindow(browser)]
  await one.getByLabel('Name', { exact: true }).fill('The Beacon')
  await one.getByLabel('Tagline').fill('Bright')
  await other.getByLabel('Name', { exact: true }).fill('The Lantern')
  await other.getByLabel('Licence of the texts').fill('CC BY 4.0')
  await save(one).click()
  await expect(state(one)).toHaveText('Saved')

  await save(other).click()
  const question = other.getByRole('alertdialog', { name: 'Somebody else has saved the site meanwhile' })
  await expect(question.getByText('Name: The Beacon → The Lantern')).toBeVisible()
  await expectPreview(other, 'The Lantern')
  await expectNoBarrierAt(other, WIDTHS, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(state(other)).toHaveText('1 change not saved yet')
  await save(other).click()
  await expect(state(other)).toHaveText('Saved')
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('The Beacon')
  await expect(other.getByLabel('Tagline')).toHaveValue('Bright')
  await expect(other.getByLabel('Licence of the texts')).toHaveValue('CC BY 4.0')

  // What was typed and taken back is no change: it shows what somebody else saves.
  await one.reload()
  await one.getByLabel('Tagline').fill('Dark')
  await one.getByLabel('Tagline').fill('Bright')
  await expect(state(one)).toHaveText('Saved')
  await other.getByLabel('Tagline').fill('Brighter')
  await save(other).click()
  await expect(async () => {
    await one.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect(one.getByLabel('Tagline')).toHaveValue('Brighter', { timeout: 1_000 })
  }).toPass()
  await expect(state(one)).toHaveText('Saved')
})

test('changes of the site outlive the session, and an unfinished one leaves the preview', {
  tag: '@slow',
}, async ({ browser }) => {
  const token = await signIn(site.stack, admin)
  const page = await openWindow(browser, '/admin/site', token)
  await page.getByLabel('Tagline').fill('Kept')
  await expect(preview(page).getByText('Kept')).toBeVisible()
  const refused = page.waitForResponse('**/admin/site/preview')
  await page.getByLabel('Stories on a page').fill('1.5')
  expect((await refused).status()).toBe(422)
  await expect(preview(page).getByText('Kept')).toBeVisible()
  await page.getByRole('button', { name: 'Card', exact: true }).click()
  await expect(page.getByText('It is shown as soon as no field is refused.')).toBeVisible()
  await expect(page.locator('iframe'), 'of Home').toHaveCount(0)
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(preview(page).getByText('Kept')).toBeVisible()
  await page.getByLabel('Stories on a page').fill('12')

  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${site.stack.url}/admin/logout`, { method: 'POST', headers })
  await save(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign in to go on' })
  await dialog.getByLabel('Email').fill(admin.username)
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Login' }).click()

  await expect(dialog).toHaveCount(0)
  await expect(state(page)).toHaveText('Saved')
  expect(await (await fetch(site.stack.url)).text()).toContain('Kept')
})

test('a site from right to left, of a name without spaces, fits on every screen', async ({ browser }) => {
  const { version_number: base_version } = (await (await site.api.get('/admin/site')).json()).data
  const changes = { name: 'מ'.repeat(100), headline: 'סיפורים קצרים *מרחוק* מאוד', language: 'he' }
  expect((await site.api.patch('/admin/site', { data: { base_version, changes } })).ok()).toBe(true)
  const reader = await browser.newPage({ baseURL: site.stack.url })
  await reader.goto('/')

  for (const width of WIDTHS) {
    await reader.setViewportSize({ width, height: 800 })
    const { beyond, gap } = await reader.evaluate(() => {
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      const [headline, drawing] = [edge('h1'), edge('.jacket svg')]
      const { scrollWidth, clientWidth } = document.documentElement
      const beside = (headline?.left ?? 0) - (drawing?.right ?? 0)
      return {
        beyond: scrollWidth - clientWidth,
        gap: Math.max(beside, (drawing?.top ?? 0) + 60 - (headline?.bottom ?? 0)),
      }
    })
    expect(beyond, `${width}`).toBe(0)
    expect(gap, `between the headline and the drawing at ${width}`).toBeGreaterThanOrEqual(0)
  }
  await expectNoBarrierAt(reader, WIDTHS)
})
