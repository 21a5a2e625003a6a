import { expect, test } from 'vitest'
import { anArticle, apiOf, failingApi, failure, render } from '../testing.ts'

const correction = (id: number) => ({ id, text: `Mistake ${id}`, created_at: '2026-05-03T10:00:00.000Z' })
const corrected = (count: number) =>
  anArticle({ corrections: Array.from({ length: count }, (_, index) => correction(index + 1)) })

test('a corrected story says when, and what at its end', async () => {
  const { html, text } = await render('/post/7', apiOf([corrected(2)]))

  expect(text).toContain('Corrected on May 3, 2026')
  expect(text).toMatch(/Corrections May 3, 2026 Mistake 1 May 3, 2026 Mistake 2/)
  expect(html).toContain('data-corrected="2026-05-03T10:00:00.000Z"')
})

test('the list of corrections names the stories, page by page', async () => {
  const api = apiOf([corrected(51)])
  const first = await render('/corrections', api)
  const second = await render('/corrections?page=2', api)

  expect(first.html.match(/<a href="\/post\/7#corrections"/g)).toHaveLength(50)
  expect(first.text).toContain('Older corrections')
  expect(second.text).toMatch(/Mistake 51 .*Newer corrections/)
  expect((await render('/corrections?page=3', api)).status).toBe(404)
})

test('the list exists before anything was corrected, and says when it cannot be read', async () => {
  const { status, text } = await render('/corrections')
  expect([status, text]).toEqual([200, expect.stringContaining('Nothing has been corrected so far.')])

  const failed = await render('/corrections', failingApi(failure('INTERNAL_ERROR', 'No database')))
  expect(failed.text).toContain('Error fetching corrections')
})
