import { type Browser, expect, type Page, test } from '@playwright/test'
import { flawsOf, MAX_CLS, measureVitals } from '../../../scripts/vitals.ts'
import { paragraph } from './content.ts'
import { type Desk, startDesk, write } from './desk.ts'

// Speed is not judged here: `npm run bench` does that, on a slow network and a slow processor.

const SENTENCE = 'Every ninety hours the lamp turns toward Earth. '

let desk: Desk
test.beforeAll(async () => {
  const content = Array.from({ length: 20 }, () => paragraph(SENTENCE.repeat(20)))
  desk = await startDesk(
    Array.from({ length: 9 }, (_, index) => ({ title: `Story ${index}`, content, published: true })),
  )
})
test.afterAll(() => desk[Symbol.asyncDispose]())

for (const width of [390, 1280]) {
  test(`at ${width} px nothing moves while a page loads, and its largest part is in the first HTML`, async ({
    browser,
  }) => {
    for (const path of ['/', '/post/1', '/privacy', '/search?q=story', '/nowhere']) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      const { longScripts: _, ...vitals } = await measureVitals(page, desk.stack.url + path)

      expect(flawsOf({ ...vitals, longScripts: [] }), path).toEqual([])
      if (path === '/') expect(vitals.bytes).toBeLessThanOrEqual(30 * 1024)
      await page.close()
    }
  })
}

test('the fonts of a first visit weigh at most 90 KB, in a story with emphasis too, and names bring theirs', async ({
  browser,
}) => {
  const emphasis = [{ text: 'She said ' }, { text: 'now', italic: true }, { text: ' — “and” ’twas é.' }]
  const story = { title: 'Emphasis', content: [{ type: 'paragraph', children: emphasis }], published: true }
  const named = { ...story, title: 'Ngũgĩ', content: [paragraph('Wanjirũ and Gĩthae.')] }
  for (const path of ['/', '/privacy', `/post/${await write(desk.api, story)}`]) {
    expect(await fontsOf(browser, path).then(({ bytes }) => bytes), path).toBeLessThanOrEqual(90_000)
  }
  const { names } = await fontsOf(browser, `/post/${await write(desk.api, named)}`)
  expect(names.filter((name) => /-letters-/.test(name)).length).toBeGreaterThan(0)
  expect(names.filter((name) => /-(ext|vietnamese)-/.test(name))).toEqual([])
})

/** What a browser that has never been here loads of them. */
async function fontsOf(browser: Browser, path: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(desk.stack.url + path, { waitUntil: 'load' })
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[] // of this type
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
  test(`at ${width} px on a slow line nothing moves when our fonts take the place of those that stand for them`, async ({
    browser,
  }) => {
    for (const path of ['/', '/post/1', '/search?q=story']) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      test.skip(!(await hasStandIns(page)), 'no font that stands for ours is installed')
      const { cls } = await measureVitals(page, desk.stack.url + path, { isSlow: true })
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
