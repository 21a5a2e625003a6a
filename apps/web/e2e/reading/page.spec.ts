import { type Browser, expect, type Page, test } from '@playwright/test'
import { MAX_CLS, measureVitals } from '../../../../scripts/vitals.ts'
import { expectNoBarrierAt } from '../barriers.ts'
import { drawing } from '../drawing.ts'
import { checkPolicy } from '../policy.ts'
import { stopTime } from '../spec-texts/time.ts'
import { type TestSite, write } from '../test-site.ts'
import { CODE, ELSEWHERE, startReadingSite } from './story.ts'

const WIDTHS = [320, 768, 1280]

let site: TestSite

test.beforeAll(async () => {
  site = await startReadingSite()
})

test.afterAll(() => site[Symbol.asyncDispose]())

test('a story is complete without JavaScript, and has no controls that need it', { tag: '@journey' }, async ({
  browser,
}) => {
  const page = await openPage(browser, { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  await page.goto('/post/2')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('link')).toHaveText(['The crossing', 'Ngũgĩ’s answer', 'Dawn'])
  await contents.getByRole('link', { name: 'Ngũgĩ’s answer' }).click()
  await expect(page.getByRole('heading', { name: 'Ngũgĩ’s answer' })).toBeInViewport()
  await expect(contents).toBeInViewport()
  await expect(page.locator('pre .code-keyword')).toHaveText('const')
  for (const name of ['Text', 'Copy', 'Share this story'])
    await expect(page.getByRole('button', { name })).toBeHidden()

  await page.setViewportSize({ width: 390, height: 800 })
  await expect(contents.getByRole('link', { name: 'Dawn' })).toBeHidden()
  await contents.getByText('Contents').click()
  await contents.getByRole('link', { name: 'Dawn' }).click()
  await expect(page.getByRole('heading', { name: 'Dawn' })).toBeInViewport()

  await page.getByRole('link', { name: /Next story/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salt and Signal')
  await page.context().close()
})

test('a plus sign in a title has arms of one length', async ({ browser }) => {
  const page = await openPage(browser, {})
  await page.goto('/post/2')
  const shape = await page.evaluate(async () => {
    const title = document.querySelector('h1')
    const context = document.createElement('canvas').getContext('2d')
    if (!title || !context) return 0
    title.textContent = '+'
    context.font = getComputedStyle(title).font
    await document.fonts.ready
    const box = context.measureText('+')
    const width = box.actualBoundingBoxLeft + box.actualBoundingBoxRight
    return width / (box.actualBoundingBoxAscent + box.actualBoundingBoxDescent)
  })
  expect(shape).toBeGreaterThan(0.8)
  expect(shape).toBeLessThan(1.25)
  await page.context().close()
})

test('the layout does not shift while a story loads and is read, with any reading choices', async ({
  browser,
}) => {
  const page = await openPage(browser, { viewport: { width: 390, height: 800 } })
  await page.addInitScript(() => {
    localStorage.setItem('analytics_notice_viewed', 'true')
    localStorage.setItem('text_size', '150')
    localStorage.setItem('text_font', 'sans')
  })
  const { cls } = await measureVitals(page, `${site.stack.url}/post/2`)
  for (const image of await page.locator('.story img').all()) {
    await image.scrollIntoViewIfNeeded()
    await expect(image).toHaveJSProperty('complete', true)
    await expect(image).not.toHaveJSProperty('naturalWidth', 0)
  }
  expect(cls).toBeLessThanOrEqual(MAX_CLS)
  await page.context().close()
})

test('the fitting variant of a picture is fetched as soon as variants exist', async ({ browser }) => {
  const page = await openPage(browser, { viewport: { width: 390, height: 800 }, deviceScaleFactor: 1 })
  await expect(async () => {
    await page.goto('/post/2')
    await expect(page.locator('.story source')).toHaveCount(4)
  }).toPass()
  const poster = page.locator('img.poster')
  const copies = await page.locator('picture:has(.poster) source[type="image/avif"]').getAttribute('srcset')
  const [narrowest] = copies?.split(' ') ?? []
  await expect(poster).toHaveJSProperty('currentSrc', `${site.stack.url}${narrowest}`)
  await page.context().close()
})

test('the bar of what was read is empty on a page without a story, and grows in one', async ({ browser }) => {
  const page = await openPage(browser, { viewport: { width: 390, height: 800 } })
  const lengthOfBar = () =>
    page.locator('.story').evaluate((story) => new DOMMatrix(getComputedStyle(story, '::before').transform).a)
  await page.goto('/corrections')
  expect(await lengthOfBar()).toBe(0)
  await page.goto('/post/2')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(lengthOfBar).toBe(1)
  await page.context().close()
})

test('print shows only the story, black on white, with the addresses of its links', async ({ browser }) => {
  const page = await openPage(browser, { colorScheme: 'dark', viewport: { width: 1280, height: 800 } })
  await page.addInitScript(() => localStorage.setItem('last_readings', '[["2","2020-01-01T00:00:00.000Z"]]'))
  await page.goto('/post/2')
  const opened = page.getByText('You last opened this story')
  await expect(opened).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(opened).toBeHidden()
  for (const part of ['banner', 'contentinfo', 'navigation'] as const)
    await expect(page.getByRole(part).first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByText(`${site.stack.url}/post/2`)).toBeVisible()
  expect(
    await page.getByRole('link', { name: 'the book of lamps' }).evaluate((link) => {
      const { color } = getComputedStyle(link.closest('p') ?? link)
      return [
        color,
        getComputedStyle(link, '::after').content,
        getComputedStyle(document.body).backgroundColor,
      ]
    }),
  ).toEqual(['rgb(0, 0, 0)', expect.stringContaining('https://example.org/lamps'), 'rgb(255, 255, 255)'])
  const last = await page.locator('.story *').evaluateAll((all) => {
    const printed = all.filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    return printed.at(-1)?.closest('.prose') !== null
  })
  expect(last, 'the last sheet is one of the story').toBe(true)
  const pdf = await page.pdf()
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await page.context().close()
})

test('print shows the whole poster, without empty bands around it', async ({ browser }) => {
  const page = await openPage(browser, { viewport: { width: 640, height: 900 } })
  await page.goto('/post/2')
  await page.emulateMedia({ media: 'print' })

  const box = await page.locator('.poster').boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(1200 / 900)
  await page.context().close()
})

test('a press copies code, the address of a heading, and the address of the story', async ({ browser }) => {
  const page = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/post/2')
  // The button shows its result for two seconds.
  await stopTime(page)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).click()
  expect(await clipboard()).toBe(`${CODE}\n`)
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'The crossing' }).last().click()
  await expect(page.getByRole('status').getByText('Link copied')).toBeVisible()
  expect(await clipboard()).toBe(`${site.stack.url}/post/2#the-crossing`)

  await page.getByRole('button', { name: 'Share this story' }).click()
  await expect(page.getByRole('status').getByText(`${site.stack.url}/post/2`, { exact: true })).toBeVisible()
  expect(await clipboard()).toBe(`${site.stack.url}/post/2`)
  await page.context().close()
})

test('quotes and lists of paragraphs from right to left begin at the right', async ({ browser }) => {
  const lamp = { type: 'paragraph', children: [{ text: 'המנורה פונה אל כדור הארץ.' }] }
  const item = { type: 'list-item', children: [lamp] }
  const content = [
    { type: 'block-quote', children: [lamp] },
    { type: 'bulleted-list', children: [item] },
  ]
  const id = await write(site.api, { title: 'המנורה', content, published: true })
  const page = await openPage(browser, {})
  await page.goto(`/post/${id}`)

  for (const block of ['blockquote', 'ul'])
    await expect(page.locator(`.prose > ${block}`)).toHaveCSS('direction', 'rtl')
  await page.context().close()
})

test('the copied link of a heading that is not in Latin letters fits on a phone', async ({ browser }) => {
  const heading = { type: 'heading-two', children: [{ text: 'الرسالة الطويلة من البحر البعيد جدا' }] }
  const id = await write(site.api, { title: 'الرسالة', content: [heading], published: true })
  const permissions = ['clipboard-write']
  const page = await openPage(browser, { permissions, viewport: { width: 390, height: 844 } })
  await page.goto(`/post/${id}`)
  await page.locator('.prose h2 a').click()

  const toast = page.getByRole('status').getByText('Link copied').locator('..')
  await expect(toast).toBeVisible()
  const { x, width } = (await toast.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  await page.context().close()
})

test('on a site from right to left, the language of code is as far from its edge as on others', async ({
  browser,
}) => {
  const page = await openPage(browser, {})
  await page.goto('/post/2')
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })

  await expect(page.locator('.code-head').first()).toHaveCSS('padding-right', '20px')
  await page.context().close()
})

test('a title from right to left is below its label in the link to the story', async ({ browser }) => {
  await write(site.api, { title: 'המנורה', published: true })
  const id = await write(site.api, { title: 'The Lamp', published: true })
  const page = await openPage(browser, {})
  await page.goto(`/post/${id}`)

  const title = page.getByRole('link', { name: 'Previous story' }).locator('.neighbour-title')
  await expect(title).toHaveText('המנורה')
  const words = await title.locator('bdi').boundingBox()
  expect(words?.x).toBe((await title.boundingBox())?.x)
  await page.context().close()
})

test('a story with all blocks has no barrier, nor do its dialogs', { tag: '@journey' }, async ({
  browser,
}) => {
  const page = await openPage(browser, { reducedMotion: 'reduce' })
  await page.goto('/post/2')
  await expectNoBarrierAt(page, WIDTHS)
  await page.getByRole('button', { name: 'Text' }).click()
  await expect(page.getByRole('dialog', { name: 'Text' })).toBeVisible()
  await expectNoBarrierAt(page, WIDTHS)
  await page.context().close()
})

/** Opens a page that fails the test on a violation of the policy. Answers requests for pictures of other sites. */
async function openPage(browser: Browser, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.stack.url, ...options })
  const page = await context.newPage()
  checkPolicy(page)
  const { buffer: body } = await drawing('lamp.png', 300, 900)
  await page.route(ELSEWHERE, async (route) => {
    expect(await route.request().headerValue('referer')).toBeNull()
    await route.fulfill({ contentType: 'image/png', body })
  })
  return page
}
