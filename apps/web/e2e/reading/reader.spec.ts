import { expect, type Locator, type Page, type Request, test } from '@playwright/test'
import type { Desk } from '../desk.ts'
import { tabAndPress, tabTo } from '../keyboard.ts'
import { checkPolicy } from '../policy.ts'
import { numbered, startReading, turns } from './story.ts'

let desk: Desk

test.beforeAll(async () => {
  desk = await startReading()
})

test.afterAll(() => desk[Symbol.asyncDispose]())

test.beforeEach(async ({ page }) => {
  checkPolicy(page)
  await page.addInitScript(() => localStorage.setItem('analytics_notice_viewed', 'true'))
})

test('the size and the typeface of a story are the reader’s, by keyboard, and stay so', async ({ page }) => {
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

test('a story left half-way is offered where it was left, though it was edited, until it is read', async ({
  page,
}) => {
  await open(page, 1)
  await turn(page, 12).evaluate((block) => block.scrollIntoView())
  await expect.poll(() => places(page)).toContain('Turn 1')
  const [kept] = JSON.parse((await places(page)) ?? '[]')
  const content = [numbered(100), numbered(101), ...turns(30)]
  await desk.api.put('/admin/articles/1', { data: { content } })

  await page.goto(desk.stack.url)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('link', { name: 'Read Article' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
  const offer = page.getByRole('button', { name: 'Continue where you stopped' })
  await expect(offer).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await offer.press('Enter')
  await expect(offer).toBeHidden()
  await expect(page.locator('.prose > p').filter({ hasText: kept.text })).toBeInViewport()

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => places(page)).toBeNull()
  await page.reload()
  await expect(offer).toBeHidden()
})

test('a reader whose browser keeps nothing, or nonsense, reads all the same', async ({ page }) => {
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
  // By key: the page scrolls smoothly, and a pointer would come too early.
  await page.getByRole('radio', { name: 'Sans serif' }).press('Space')
  expect((await fontOf(page)).family).toMatch(/Instrument Sans/)
  await page.getByRole('link', { name: /Previous story/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  await page.getByRole('button', { name: 'Text' }).press('Enter')
  await expect(page.getByText('125%')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Sans serif' })).toBeChecked()
})

test('a page that is stopped while it loads leaves the one before it, under its address', async ({
  page,
}) => {
  await open(page, 1)
  await page.route('**/post/2', () => new Promise(() => {}))
  await page.getByRole('link', { name: /Next story/ }).press('Enter')
  await expect(page.getByText('Loading article...')).toBeVisible()

  await page.evaluate(() => stop())

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
  await expect(page).toHaveURL(/\/post\/1$/)
  await page.unroute('**/post/2')
  await page.getByRole('link', { name: /Next story/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lighthouse Keeper')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Cartographer')
})

test('whoever dismisses the notice by keyboard goes on where they were', async ({ page }) => {
  await page.addInitScript(() => localStorage.removeItem('analytics_notice_viewed'))
  await open(page, 1)
  const place = page.getByRole('link', { name: /Next story/ })
  await place.focus()
  await page.getByRole('button', { name: 'Got it' }).press('Enter')
  await expect(place).toBeFocused()
})

test('the next page is fetched once, when its link is pointed at, counted when it is opened, and a book is not', async ({
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

test('what is not shown in place, the browser fetches ahead itself, by our rules', async ({ page }) => {
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

async function open(page: Page, article: number) {
  await page.goto(`${desk.stack.url}/post/${article}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** For longer than it takes us (80 ms) and the browser (200 ms) to fetch ahead, by the page’s own clock. */
async function pointAt(link: Locator) {
  await link.hover()
  await link.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
}

const turn = (page: Page, number: number) => page.getByText(`Turn ${number}.`, { exact: false })

const places = (page: Page) => page.evaluate(() => localStorage.getItem('reading_places'))

const fontOf = (page: Page) =>
  page.locator('.prose').evaluate((prose) => {
    const { fontSize, fontFamily } = getComputedStyle(prose)
    return { size: Number.parseFloat(fontSize), family: fontFamily }
  })
