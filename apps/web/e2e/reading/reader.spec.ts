import { expect, type Locator, type Page, type Request, type Route, test } from '@playwright/test'
import { tabAndPress, tabTo } from '../keyboard.ts'
import { checkPolicy } from '../policy.ts'
import type { TestSite } from '../test-site.ts'
import { numbered, startReadingSite, turns } from './story.ts'

let site: TestSite

test.beforeAll(async () => {
  site = await startReadingSite()
})

test.afterAll(() => site[Symbol.asyncDispose]())

test.beforeEach(async ({ page }) => {
  checkPolicy(page)
  await page.addInitScript(() => localStorage.setItem('analytics_notice_viewed', 'true'))
})

test('the text size and typeface are chosen by keyboard, and are remembered', { tag: '@journey' }, async ({
  page,
}) => {
  const fonts: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()))
  await open(page, 1)
  const usual = await fontOf(page)
  await tabAndPress(page, page.getByRole('button', { name: 'Text' }))
  await tabAndPress(page, page.getByRole('button', { name: 'Larger text' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '125%' })).toBeVisible()
  expect(fonts.join()).not.toContain('atkinson')
  await tabTo(page, page.getByRole('radio', { name: 'Serif', exact: true }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Dyslexia-friendly' })).toBeChecked()
  await expect.poll(() => fonts.join()).toContain('atkinson')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Text' })).toBeFocused()

  await open(page, 3)
  const chosen = await fontOf(page)
  expect(chosen.size / usual.size).toBeCloseTo(1.25)
  expect(chosen.family).toContain('Atkinson')
  await tabAndPress(page, page.getByRole('button', { name: 'Text' }))
  await expect(page.getByText('125%')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Dyslexia-friendly' })).toBeChecked()
})

test('an unfinished story is offered at its reading position, also after an edit, until it is finished', {
  tag: '@journey',
}, async ({ page }) => {
  await open(page, 1)
  await turn(page, 12).evaluate((block) => block.scrollIntoView())
  await expect.poll(() => storedPositions(page)).toContain('Turn 1')
  const [stored] = JSON.parse((await storedPositions(page)) ?? '[]')
  const content = [numbered(100), numbered(101), ...turns(30)]
  await site.api.put('/admin/articles/1', { data: { content } })

  await page.goto(site.stack.url)
  await page.setViewportSize({ width: 390, height: 700 })
  const card = page.getByRole('article').filter({ hasText: 'The Cartographer' })
  await card.getByRole('link', { name: 'Read Article' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
  const offer = page.getByRole('button', { name: 'Continue where you stopped' })
  await expect(offer).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await offer.press('Enter')
  await expect(offer).toBeHidden()
  await expect(page.locator('.prose > p').filter({ hasText: stored.text })).toBeInViewport()

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => storedPositions(page)).toBeNull()
  await page.reload()
  await expect(offer).toBeHidden()
})

test('pages work with blocked storage, and with invalid values in storage', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('reading_places', '[{"article":3}, null, {"article":"1","block":"x"}]')
    localStorage.setItem('text_size', 'huge')
  })
  await open(page, 3)
  await expect(page.getByText('Turn 1.', { exact: false }).first()).toBeVisible()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Storage is blocked', 'SecurityError')
      },
    })
  })
  await page.reload()
  await tabAndPress(page, page.getByRole('button', { name: 'Text' }))
  for (const size of ['110%', '125%']) {
    await page.getByRole('button', { name: 'Larger text' }).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: size })).toBeVisible()
  }
  // By key, as a click would come too early while the page scrolls smoothly.
  await page.getByRole('radio', { name: 'Sans serif' }).press('Space')
  expect((await fontOf(page)).family).toMatch(/Instrument Sans/)
  await page.getByRole('link', { name: /Previous story/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  await page.getByRole('button', { name: 'Text' }).press('Enter')
  await expect(page.getByText('125%')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Sans serif' })).toBeChecked()
})

test('stopping a page while it loads restores the previous page and its address', async ({ page }) => {
  await open(page, 1)
  await page.route('**/post/2', () => new Promise(() => {}))
  await page.getByRole('link', { name: /Next story/ }).focus()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loading article...')).toBeVisible()

  await page.evaluate(() => stop())

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
  await expect(page).toHaveURL(/\/post\/1$/)
  expect(await scrolled(page)).toBe(place)
  await page.unroute('**/post/2')
  await page.getByRole('link', { name: /Next story/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
})

test('Back to a page that is not swapped in place shows that page, where it was left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`${site.stack.url}/privacy`)
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.textContent()
  const home = page.getByRole('contentinfo').getByRole('link').first()
  await home.focus()
  const left = await scrolled(page)
  await home.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await expect(heading).not.toHaveText(before ?? '')
  await page.evaluate(() => scrollTo(0, 100))

  await page.goBack()

  await expect(page).toHaveURL(/\/privacy$/)
  await expect(heading).toHaveText(before ?? '')
  await expect.poll(() => scrolled(page)).toBe(left)
})

test('a page that is loaded as a whole, as the site was changed, begins at its top', async ({ page }) => {
  await open(page, 1)
  const footer_line = 'Printed on paper, too.'
  await changeSite({ footer_line })
  const next = page.getByRole('link', { name: /Next story/ })
  await next.focus()
  expect(await scrolled(page)).toBeGreaterThan(0)

  await next.press('Enter')

  await expect(page.getByText(footer_line)).toBeAttached()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('a choice that is made elsewhere applies to a page in another tab, and to one that Back shows', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => localStorage.removeItem('analytics_notice_viewed'))
  await open(page, 1)
  const size = (await fontOf(page)).size
  const other = await context.newPage()
  await other.goto(`${site.stack.url}/privacy`)

  await other.getByLabel('Theme').selectOption('Dark')
  await other.getByRole('button', { name: 'Got it' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByLabel('Theme')).toHaveValue('dark')
  await expect(page.getByRole('button', { name: 'Got it' })).toBeHidden()

  // A page that comes back from the memory of the browser has missed what was stored meanwhile.
  await page.evaluate(() => {
    localStorage.setItem('text_size', '150')
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect((await fontOf(page)).size / size).toBeCloseTo(1.5)
})

test('dismissing the notice by keyboard returns the focus', async ({ page }) => {
  await page.addInitScript(() => localStorage.removeItem('analytics_notice_viewed'))
  await open(page, 1)
  const place = page.getByRole('link', { name: /Next story/ })
  await place.focus()
  await page.getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(place).toBeFocused()
})

test('dismissing a notification by keyboard leaves the focus on the page', async ({ page }) => {
  await page.route('**/view', (route) => route.abort())
  await open(page, 1)
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.press('Enter')
  await expect(dismiss).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the next page is fetched once, on hover, and counted when opened; an e-book is not prefetched', async ({
  page,
}) => {
  const fetched: string[] = []
  const note = (request: Request) => fetched.push(`${request.method()} ${new URL(request.url()).pathname}`)
  await open(page, 1)
  page.on('request', note)
  await pointAt(page.getByRole('link', { name: 'Download EPUB' }))

  await page.getByRole('link', { name: /Next story/ }).hover()
  await expect.poll(() => fetched).toEqual(['GET /post/2'])
  await page.getByRole('link', { name: /Next story/ }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  await expect.poll(() => fetched).toContain('POST /api/articles/2/view')
  expect(fetched.filter((line) => line === 'GET /post/2')).toHaveLength(1)
})

test('a page that could not be fetched ahead is asked for again when it is opened', async ({ page }) => {
  await open(page, 1)
  const refuse = async (route: Route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('The Lighthouse Keeper', 'Busy')
    await route.fulfill({ response, body, status: 503 })
  }
  await page.route('**/post/2', refuse, { times: 1 })
  const next = page.getByRole('link', { name: /Next story/ })
  const refused = page.waitForResponse('**/post/2')
  await next.hover()
  expect((await refused).status()).toBe(503)

  await next.click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
})

test('Back shows what was read before, also without a line', async ({ page, context }) => {
  await page.goto(site.stack.url)
  const card = page.getByRole('article').filter({ hasText: 'The Cartographer' })
  await card.getByRole('link', { name: 'Read Article' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
  await context.setOffline(true)

  await page.goBack()
  await expect(card).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
})

test('a view is counted after a page with an address of any length', async ({ page }) => {
  await page.goto(`${site.stack.url}/post/1?campaign=${'autumn'.repeat(400)}`)
  const counted = page.waitForResponse((answer) => answer.url().endsWith('/2/view'))

  await page.getByRole('link', { name: /Next story/ }).press('Enter')

  expect((await counted).status()).toBe(200)
})

test('a page that is opened again shows what was changed meanwhile', async ({ page }) => {
  await page.goto(site.stack.url)
  const card = page.getByRole('article').filter({ hasText: 'Salt and' })
  const link = card.getByRole('link', { name: 'Read Article' })
  const brand = page.getByRole('banner').getByRole('link').first()
  await link.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salt and Signal')
  await brand.press('Enter')
  await expect(link).toBeVisible()
  await site.api.put('/admin/articles/3', { data: { title: 'Salt and Silence' } })

  await link.press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salt and Silence')
  await site.api.put('/admin/articles/3', { data: { title: 'Salt and Signal' } })
  await brand.press('Enter')
  await expect(link).toBeVisible()
})

test('the browser prefetches pages that are not swapped in place, by our speculation rules', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  const prefetched: string[] = []
  session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl }) =>
    prefetched.push(new URL(prefetchUrl).pathname),
  )
  await session.send('Preload.enable')
  await page.setViewportSize({ width: 390, height: 800 })
  await open(page, 2)
  await pointAt(page.getByRole('link', { name: 'Search' }))
  await pointAt(page.getByRole('link', { name: /Previous story/ }))
  await page.getByRole('link', { name: 'Privacy Policy' }).hover()
  await expect.poll(() => prefetched).toContain('/privacy')
  expect(new Set(prefetched)).toEqual(new Set(['/privacy']))
})

test('a link to an old address leads to the page or the file that is its target, with that address', async ({
  page,
}) => {
  const old = [
    { label: 'Old story', address: '/?p=2', target: '/post/2' },
    { label: 'Old feed', address: '/?feed=rss2', target: '/rss.xml' },
  ]
  for (const { address, target } of old)
    await site.api.post('/admin/redirects', { data: { path: address, target } })
  const menu = old.map(({ label, address }) => ({ label, address }))
  await changeSite({ menu })

  for (const { label, target } of old) {
    await open(page, 1)
    await page.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(`${site.stack.url}${target}`)
  }
})

test('a file at an old address is downloaded from the page that was shown, and Back leads on from there', async ({
  page,
}) => {
  await site.api.post('/admin/redirects', { data: { path: '/?p=3', target: '/post/1.epub' } })
  await changeSite({ menu: [{ label: 'Old book', address: '/?p=3' }] })
  await open(page, 1)
  await page.getByRole('link', { name: /Next story/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  const download = page.waitForEvent('download')
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/?p=3', (route) => promise.then(() => route.continue()), { times: 1 })
  await page.getByRole('link', { name: 'Old book' }).click()
  await expect(page.getByText('Loading articles...')).toBeVisible()
  letGo()
  await (await download).cancel()
  await expect(page).toHaveURL(/\/post\/2$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')

  // The file has an entry in the history, too.
  await page.goBack()
  await page.goBack()

  await expect(page).toHaveURL(/\/post\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
})

async function open(page: Page, article: number) {
  await page.goto(`${site.stack.url}/post/${article}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Hovers for longer than the delays of our prefetch (80 ms) and of the browser’s (200 ms), by the page’s clock. */
async function pointAt(link: Locator) {
  await link.hover()
  await link.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
}

async function changeSite(changes: object) {
  const { version_number: base_version } = (await (await site.api.get('/admin/site')).json()).data
  await site.api.patch('/admin/site', { data: { base_version, changes } })
}

const scrolled = (page: Page) => page.evaluate(() => scrollY)

const turn = (page: Page, number: number) => page.getByText(`Turn ${number}.`, { exact: false })

const storedPositions = (page: Page) => page.evaluate(() => localStorage.getItem('reading_places'))

const fontOf = (page: Page) =>
  page.locator('.prose').evaluate((prose) => {
    const { fontSize, fontFamily } = getComputedStyle(prose)
    return { size: Number.parseFloat(fontSize), family: fontFamily }
  })
