import type { Block } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import { as, createArticle, createUser, paragraph } from '../testing.ts'

const editor = await createUser({ full_name: 'Edith' })
const { articles, versions } = as(editor)

/** An article with one version for each of these texts. */
async function createHistory(...texts: string[][]) {
  const [first = [], ...others] = texts.map((list) => list.map(paragraph))
  const { id } = await createArticle(editor, first)
  for (const content of others) await articles.update({ id, content })
  return id
}

const lives = async (q: string) =>
  (await versions.search({ q })).map(({ text, first_version, last_version, is_current }) => ({
    text,
    life: `${first_version}–${is_current ? 'now' : last_version}`,
  }))

describe('the search of old versions', () => {
  test('finds each paragraph once, and names its first and last version', async () => {
    await createHistory(['Amber waits.'], ['Amber waits.', 'Amber left.'], ['Amber left.'], ['Other.'])

    expect(await lives('amber')).toEqual([
      { text: 'Amber left.', life: '2–3' },
      { text: 'Amber waits.', life: '1–2' },
    ])
  })

  test('lists cut paragraphs before current ones', async () => {
    await createHistory(['Basalt cut.', 'Basalt stays.'], ['Basalt stays.'])

    expect(await lives('basalt')).toEqual([
      { text: 'Basalt cut.', life: '1–1' },
      { text: 'Basalt stays.', life: '1–now' },
    ])
  })

  test('counts a paragraph that came back once', async () => {
    const id = await createHistory(['Cobalt.'], ['Other.'])
    const first = (await versions.list({ id })).at(-1)
    await versions.revert({ id, version_id: first?.id ?? 0 })

    expect(await lives('cobalt')).toEqual([{ text: 'Cobalt.', life: '1–now' }])
  })

  test('matches the beginnings of all words, in any order, across marks and list items', async () => {
    const list: Block = {
      type: 'bulleted-list',
      children: [
        { type: 'list-item', children: [{ text: 'Dol' }, { text: 'omite', bold: true }] },
        { type: 'list-item', children: [{ text: 'Emerald' }] },
      ],
    }
    await createArticle(editor, [list, paragraph('Dolomite alone')])

    expect(await lives('emer dolomi')).toEqual([{ text: 'Dolomite\nEmerald', life: '1–now' }])
  })

  test('names the article, the last version and the hits', async () => {
    const id = await createHistory(['A vein of feldspar.'], [])

    const [found] = await versions.search({ q: 'feldspar' })

    const last = (await versions.list({ id })).at(-1)
    expect(found).toMatchObject({
      article_id: id,
      article_title: 'A story',
      article_state: 'draft',
      last_version_id: last?.id,
      last_version_at: last?.created_at,
      snippet: [
        { text: 'A vein of ', is_hit: false },
        { text: 'feldspar', is_hit: true },
        { text: '.', is_hit: false },
      ],
    })
  })

  test('can be limited to one article, and to a number of results', async () => {
    const id = await createHistory(['Garnet one.', 'Garnet two.'])
    await createHistory(['Garnet three.'])

    expect(await versions.search({ q: 'garnet' })).toHaveLength(3)
    expect(await versions.search({ q: 'garnet', article_id: id })).toHaveLength(2)
    expect(await versions.search({ q: 'garnet', limit: 1 })).toHaveLength(1)
  })

  test('shows authors their own articles only', async () => {
    const author = await createUser({ role: 'author' })
    await createArticle(author, [paragraph('Hematite of mine.')])
    await createHistory(['Hematite of others.'])

    const found = await as(author).versions.search({ q: 'hematite' })

    expect(found.map(({ text }) => text)).toEqual(['Hematite of mine.'])
  })

  test('includes the trash, which its users can open', async () => {
    const id = await createHistory(['Iolite.'])
    await articles.delete({ id })

    expect(await versions.search({ q: 'iolite' })).toMatchObject([{ article_state: 'deleted' }])
  })

  test('finds nothing for punctuation', async () => {
    expect(await versions.search({ q: `' & | ! <-> :*` })).toEqual([])
  })

  test('is refused without words', async () => {
    await expect(versions.search({ q: ' ' })).rejects.toThrow('Search is required')
  })
})

test('a save with very many unusual words is searchable', async () => {
  const words = Array.from({ length: 120_000 }, (_, index) => index.toString(36).padStart(4, 'q')).join(' ')
  await createHistory([words.slice(0, 99_000), '𠮷'.repeat(40_000), `${'x'.repeat(5_000)} jasper`])

  expect(await lives('jasper')).toHaveLength(1)
})
