import { expect, type Page, test } from '@playwright/test'
import { flawsOf, MAX_CLS, measureVitals } from '../../../scripts/vitals.ts'
import { paragraph } from './content.ts'
import { type Desk, startDesk } from './desk.ts'

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

test('on a slow line nothing moves when our fonts take the place of those that stand for them', async ({
  page,
}) => {
  test.skip(!(await hasStandIns(page)), 'no font that stands for ours is installed')
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of ['/post/1', '/search?q=story']) {
    const { cls } = await measureVitals(page, desk.stack.url + path, { isSlow: true })
    expect(cls, path).toBeLessThanOrEqual(MAX_CLS)
  }
})

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
