import { expect, test } from 'vitest'
import { anArticle, apiOf, render } from '../testing.ts'

const heading = (type: string, text: string) => ({ type, children: [{ text }] })

async function contentsOf(...content: ReturnType<typeof heading>[]) {
  const { html } = await render('/post/7', apiOf([anArticle({ content })]))
  return /<nav class="contents".*?<\/nav>/.exec(html)?.[0].replace(/<\/?(nav|details|summary)\b[^>]*>/g, '')
}

test('a story of three headings lists them, nested by level', async () => {
  const contents = await contentsOf(
    heading('heading-one', 'Dusk'),
    heading('heading-two', 'The lamp'),
    heading('heading-three', 'A detail'),
    heading('heading-one', 'Dawn'),
  )
  expect(contents).toBe(
    'Contents<ol><li><a href="#dusk"><bdi>Dusk</bdi></a><ol><li><a href="#the-lamp"><bdi>The lamp</bdi></a></li></ol></li>' +
      '<li><a href="#dawn"><bdi>Dawn</bdi></a></li></ol>',
  )
})

test('a story without headings of the first level lists those of the next', async () => {
  const contents = await contentsOf(
    ...['Dusk', 'Night', 'Dawn'].map((text) => heading('heading-three', text)),
  )
  expect(contents).toContain('<a href="#night"><bdi>Night</bdi></a>')
})

test('the list is nested like the headings on the page, whatever their levels', async () => {
  const content = ['two', 'four', 'two', 'five'].map((level, index) =>
    heading(`heading-${level}`, `Part ${index + 1}`),
  )
  expect(await contentsOf(...content)).toBe(
    'Contents<ol><li><a href="#part-1"><bdi>Part 1</bdi></a><ol><li><a href="#part-2"><bdi>Part 2</bdi></a></li></ol></li>' +
      '<li><a href="#part-3"><bdi>Part 3</bdi></a><ol><li><a href="#part-4"><bdi>Part 4</bdi></a></li></ol></li></ol>',
  )
  const { html } = await render('/post/7', apiOf([anArticle({ content })]))
  const story = html.slice(html.indexOf('class="prose'))
  expect([...story.matchAll(/<h(\d) id="part/g)].map(([, level]) => level)).toEqual(['2', '3', '2', '3'])
})

test('two headings need no list', async () => {
  expect(await contentsOf(heading('heading-one', 'Dusk'), heading('heading-one', 'Dawn'))).toBeUndefined()
})

test('a heading “Corrections” leaves the link to the corrections as it is', async () => {
  const content = ['Corrections', 'Corrections, title'].map((text) => heading('heading-one', text))
  const corrections = [{ id: 1, text: 'A date was wrong.', created_at: '2026-11-10T10:00:00.000Z' }]

  const { html } = await render('/post/7', apiOf([anArticle({ content, corrections })]))

  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect(html).toMatch(/<section [^>]*id="corrections"/)
})

test('a heading with the text of an id of the page links to itself all the same', async () => {
  const headings = ['Main', 'Main', '#', 'Menu'].map((text) => heading('heading-two', text))
  expect(await contentsOf(...headings)).toMatch(/#main-2.*#main-3.*#section".*#menu-2"/)
})
