import { type Browser, expect, type Page, test } from '@playwright/test'
import { flawsOf, MAX_CLS, measureVitals } from '../../../scripts/vitals.ts'
import { paragraph } from './content.ts'
import { startTestSite, type TestSite, write } from './test-site.ts'

// Speed is not tested here, but by `npm run bench`, with a slow network and a slow processor.

const SENTENCE = 'Every ninety hours the lamp turns toward Earth. '

let site: TestSite
test.beforeAll(async () => {
  const content = Array.from({ length: 20 }, () => paragraph(SENTENCE.repeat(20)))
  site = await startTestSite(
    Array.from({ length: 9 }, (_, index) => ({ title: `Story ${index}`, content, published: true })),
  )
})
test.afterAll(() => site[Symbol.asyncDispose]())

for (const width of [390, 1280]) {
  test(`at ${width} px the layout does not shift while a page loads, and the HTML contains its largest paint`, async ({
    browser,
  }) => {
    for (const path of ['/', '/post/1', '/privacy', '/search?q=story', '/nowhere']) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      const { longScripts: _, ...vitals } = await measureVitals(page, site.stack.url + path)

      expect(flawsOf({ ...vitals, longScripts: [] }), path).toEqual([])
      if (path === '/') expect(vitals.bytes).toBeLessThanOrEqual(30 * 1024)
      await page.close()
    }
  })
}

test('the fonts of a first visit weigh at most 90 KB, also with emphasis, and names with other letters load their font', async ({
  browser,
}) => {
  const strong = { text: ' at once', italic: true, bold: true }
  const emphasis = [
    { text: 'She said ' },
    { text: 'now', italic: true },
    strong,
    { text: ' — “and” ’twas é.' },
  ]
  const story = { title: 'Emphasis', content: [{ type: 'paragraph', children: emphasis }], published: true }
  const named = { ...story, title: 'Ngũgĩ', content: [paragraph('Wanjirũ and Gĩthae.')] }
  for (const path of ['/', '/privacy', `/post/${await write(site.api, story)}`]) {
    expect(await fontsOf(browser, path).then(({ bytes }) => bytes), path).toBeLessThanOrEqual(90_000)
  }
  const { names } = await fontsOf(browser, `/post/${await write(site.api, named)}`)
  expect(names.filter((name) => /-letters-/.test(name)).length).toBeGreaterThan(0)
  expect(names.filter((name) => /-(ext|vietnamese)-/.test(name))).toEqual([])
})

/** The fonts that a browser loads on a first visit. */
async function fontsOf(browser: Browser, path: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(site.stack.url + path, { waitUntil: 'load' })
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[] // all are of this type
    const files = loaded.filter(({ name }) => name.endsWith('.woff2'))
    return {
      names: files.map(({ name }) => name),
      bytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0),
    }
  })
  await context.close()
  return fonts
}

for (const width of [390, 1280]) {
  test(`at ${width} px on a slow network the layout does not shift when our fonts replace the fallbacks`, async ({
    browser,
  }) => {
    for (const path of ['/', '/post/1', '/search?q=story']) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      test.skip(!(await hasStandIns(page)), 'no fallback of our fonts is installed')
      const { cls } = await measureVitals(page, site.stack.url + path, { isSlow: true })
      expect.soft(cls, path).toBeLessThanOrEqual(MAX_CLS)
      await page.close()
    }
  })
}

const hasStandIns = (page: Page) =>
  page.evaluate(() =>
    Promise.all([
      new FontFace('Serif', 'local("Times New Roman"), local("Liberation Serif")').load(),
      new FontFace('Sans', 'local("Arial"), local("Liberation Sans")').load(),
    ]).then(
      () => true,
      () => false,
    ),
  )
