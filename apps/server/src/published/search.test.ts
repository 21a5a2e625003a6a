import type { Pieces } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import { as, createUser, paragraph, testApp } from '../testing.ts'

const app = await testApp()
const editor = await createUser()
const { articles } = as(editor)
const { search } = as(null).published

async function publish(title: string, text: string, more: { excerpt?: string; tags?: string[] } = {}) {
  const content = text.split('\n').map(paragraph)
  const { id } = await articles.create({ title, content, ...more })
  await articles.publish({ id })
  return id
}

const lighthouse = await publish(
  'The Lighthouse Keeper of Ceres',
  'Every ninety hours the lamp turns toward Earth.\nNobody visits the asteroid, and the keepers are never relieved.',
  { tags: ['Solitude', 'Café society'] },
)
const ferry = await publish(
  'The Night Ferry',
  `It leaves the harbour at dusk. ${'Nobody waves. '.repeat(10)}\nA lighthouse blinks behind it.`,
)
const excerpted = await publish('A Ledger', 'Numbers only.', { excerpt: 'What the lighthouse owes the sea.' })
const quoting = await publish(
  'Nobody’s Moons',
  '“Gulliver!” she said—quietly…\n«Über» 12\u00a0parsecs, O’Brien.',
)
const apart = await publish('Café'.normalize('NFD'), `Somebody\u2019s rope/hawser, and a mai${'\u0308'}zena.`)
const japanese = await publish('星の灯台', '恒星間旅行の記録は、灯台に残された。')

const ids = (result: { hits: { article: { id: number } }[] }) => result.hits.map(({ article }) => article.id)
/** Hits in brackets. */
const seen = (pieces: Pieces | undefined) =>
  (pieces ?? []).map(({ text, is_hit }) => (is_hit ? `[${text}]` : text)).join('')

describe('a search', () => {
  test('finds words in title, excerpt and text, ranked in this order', async () => {
    expect(ids(await search({ q: 'lighthouse' }))).toEqual([lighthouse, excerpted, ferry])
  })

  test.each([
    ['whatever the case', 'LIGHTHOUSE keeper', [lighthouse]],
    ['in another English form', 'turning lamps', [lighthouse]],
    ['in a tag', 'solitude', [lighthouse]],
    ['however common', 'the at a', [ferry]],
    ['as a phrase', '"night ferry"', [ferry]],
    ['as a phrase with a hyphen before a word', '"night -ferry"', [ferry]],
    ['but not as a phrase that nobody wrote', '"ferry night"', []],
    ['without others', 'lighthouse -ferry -ledger', [lighthouse]],
    ['but whatever does not speak of one', '-ferry', [lighthouse, excerpted, quoting, apart, japanese]],
    ['or others', 'asteroid or harbour', [lighthouse, ferry]],
    ['within Japanese', '旅行', [japanese]],
    ['within a Japanese title', '灯台', [japanese]],
    ['as a Japanese phrase', '"星の灯台"', [japanese]],
    ['but not as a Japanese phrase that nobody wrote', '"灯台の星"', []],
    ['behind a slash', 'hawser', [apart]],
    ['on both sides of one', 'rope/hawser', [apart]],
    ['whose accents are characters of their own', 'maïzena', [apart]],
    ['between curly quotes', 'gulliver', [quoting]],
    ['beside a dash and an ellipsis', 'said quietly', [quoting]],
    ['between other quotes, and beside a space that does not break', 'über parsecs', [quoting]],
    ['with a curly apostrophe, without it', 'moon nobody', [quoting]],
    ['with a curly apostrophe, by a straight one', "o'brien nobody's", [quoting]],
    ['with a curly apostrophe, by one', '“o’brien”', [quoting]],
  ])('finds words %s', async (_how, q, found) => {
    expect(ids(await search({ q })).sort()).toEqual(found.sort())
  })

  test('shows the paragraph that holds the words, and marks them in every form', async () => {
    const { hits } = await search({ q: 'keeper visit' })

    expect(seen(hits[0]?.title)).toBe('The Lighthouse [Keeper] of Ceres')
    expect(seen(hits[0]?.snippet)).toBe('Nobody [visits] the asteroid, and the [keepers] are never relieved.')
  })

  test('marks a word whose accents are characters of their own', async () => {
    const { hits } = await search({ q: 'maïzena' })

    expect(seen(hits[0]?.snippet).normalize()).toContain('a [maïzena].')
  })

  test('marks a word in Japanese, where no space is', async () => {
    const { hits } = await search({ q: '旅行' })

    expect(seen(hits[0]?.snippet)).toBe('恒星間[旅行]の記録は、灯台に残された。')
  })

  test('marks a word between curly quotes', async () => {
    const { hits } = await search({ q: 'gulliver' })

    expect(seen(hits[0]?.snippet)).toBe('“[Gulliver]!” she said—quietly…')
  })

  test('marks eight of a query’s many words', async () => {
    const words = 'one two three four five six seven eight nine ten eleven twelve'
    const id = await publish('Numbers', `${words}.`)

    const { hits } = await search({ q: words })

    expect(hits[0]?.article.id).toBe(id)
    expect(seen(hits[0]?.snippet).match(/\[\w+\]/g)).toHaveLength(8)
    await articles.delete({ id })
  })

  test('shows the excerpt when only the title has the words', async () => {
    const { hits } = await search({ q: 'ledger' })

    expect([seen(hits[0]?.title), seen(hits[0]?.snippet)]).toEqual([
      'A [Ledger]',
      'What the lighthouse owes the sea.',
    ])
  })

  test('shows the excerpt when the query only excludes', async () => {
    const { hits } = await search({ q: '-ceres -night -星 -nobody -hawser' })

    expect(hits.map(({ snippet }) => seen(snippet))).toEqual(['What the lighthouse owes the sea.'])
  })

  test('counts all and shows them page by page', async () => {
    const pages = await Promise.all([1, 2, 4].map((page) => search({ q: 'lighthouse', page, limit: 2 })))

    expect(pages.map(ids)).toEqual([[lighthouse, excerpted], [ferry], []])
    expect(pages.map(({ total }) => total)).toEqual([3, 3, 3])
  })
})

describe('what readers may not see', () => {
  test('is not found: a draft, an unpublished article, or a text that was replaced', async () => {
    const draft = await articles.create({ title: 'Zeppelin plans', content: [] })
    const id = await publish('Zeppelins', 'Above the harbour.')
    const before = ids(await search({ q: 'zeppelin' }))
    await articles.update({ id, title: 'Balloons' })
    const after = ids(await search({ q: 'zeppelin' }))
    await articles.unpublish({ id })

    expect([before, after, ids(await search({ q: 'balloon' }))]).toEqual([[id], [], []])
    await articles.delete({ id: draft.id })
  })

  test('is not suggested either', async () => {
    await articles.create({ title: 'Xylophone', content: [] })

    expect(await search({ q: 'xylophon' })).toMatchObject({ total: 0, suggestion: null })
  })
})

test('a story is found by its tags as soon as they are saved, and not by those it had', async () => {
  const id = await publish('Untold', 'Nothing yet.')
  await articles.update({ id, tags: ['Cartography'] })
  const filed = ids(await search({ q: 'cartography' }))
  await articles.update({ id, tags: [] })

  expect([filed, ids(await search({ q: 'cartography' }))]).toEqual([[id], []])
})

describe('a word that is typed wrongly', () => {
  test('and like no other gives no suggestion of what the query excludes', async () => {
    expect(await search({ q: 'qqqzzzqqq -ferry' })).toMatchObject({ total: 0, suggestion: null })
  })

  test.each([
    ['a letter too many', 'ferrry', 'ferry', ferry],
    ['a letter missing', 'lighthose keeper', 'lighthouse keeper', lighthouse],
    ['two letters swapped', 'cerse', 'ceres', lighthouse],
    ['another letter', 'Asteroit', 'asteroid', lighthouse],
    ['an accent missing', 'cafe', 'café', lighthouse],
    ['a letter missing in what stands between curly quotes only', 'guliver', 'gulliver', quoting],
    ['a letter too many in what a dash follows', 'quietlly', 'quietly', quoting],
    ['only its beginning', 'lighth ceres', 'lighthouse ceres', lighthouse],
  ])('by %s is found as it is spelt', async (_how, q, searched_for, id) => {
    const result = await search({ q })

    expect(result).toMatchObject({ searched_for, suggestion: null })
    expect(ids(result)).toContain(id)
  })

  test('beyond doubt of what was meant is only suggested', async () => {
    expect(await search({ q: 'harbourmaster' })).toMatchObject({ total: 0, suggestion: 'harbour' })
  })

  test('beside words that are there is left out of the suggestion when nothing is like it', async () => {
    expect(await search({ q: 'ferry qqqqq' })).toMatchObject({ total: 0, suggestion: 'ferry' })
  })

  test('is not corrected when it has results as it is', async () => {
    expect(await search({ q: 'keepers' })).toMatchObject({ searched_for: 'keepers', total: 1 })
  })
})

describe('a query without words', () => {
  test.each([
    '',
    '   ',
    '!',
    '"',
    '-',
    '& | ! <->',
    "'':*",
    'or',
    '🚀',
    '%',
    '\\',
    '" or "" -"',
    'a'.repeat(200),
  ])('%j finds nothing, without a failure', async (q) => {
    const answer = await app.inject({ url: '/api/search', query: { q } })

    expect([answer.statusCode, answer.json().hits]).toEqual([200, []])
  })

  test.each([
    ['NUL', '%00'],
    ['more than 200 characters', 'x'.repeat(201)],
    ['10 kB', 'x'.repeat(10_000)],
    ['no text', '&q=a'],
  ])('of %s is refused', async (_what, q) => {
    expect((await app.inject(`/api/search?q=${q}`)).statusCode).toBe(422)
  })
})

test('writers find articles of every state by their text, and in spite of a typing error', async () => {
  const author = await createUser({ role: 'author' })
  const own = await as(author).articles.create({
    title: 'Moss',
    content: [paragraph('A submarine surfaces.')],
  })
  const found = async (q: string) => (await as(author).articles.list({ q })).map(({ id }) => id)

  expect([await found('submarines'), await found('submarin'), await found('sumbarine')]).toEqual([
    [own.id],
    [own.id],
    [own.id],
  ])
  expect(await found('lighthouse')).toEqual([])
})
