import { excerpt } from '@nightdesk/editor'
import { describe, expect, test } from 'vitest'
import { as, createArticle, createImage, createUser, paragraph } from '../testing.ts'

const editor = await createUser()
const api = as(editor).articles

describe('create', () => {
  test('makes a draft by the caller, at version 1', async () => {
    const article = await api.create({ title: '  A story ', content: [paragraph('Once')] })

    expect(article).toMatchObject({
      title: 'A story',
      state: 'draft',
      author_id: editor.id,
      version_number: 1,
    })
    expect(article).toMatchObject({ date_published: null, poster_url: null, word_count: 1 })
  })

  test('takes content as blocks or as their JSON text, and returns blocks', async () => {
    const content = [{ type: 'poll', votes: { yes: 1 }, children: [{ text: 'Unknown, yet kept' }] }]

    const [blocks, text] = [
      await api.create({ title: 'Blocks', content }),
      await api.create({ title: 'Text', content: JSON.stringify(content) }),
    ]

    expect([blocks.content, text.content]).toEqual([content, content])
  })

  test('derives the excerpt: 150 graphemes and an ellipsis', async () => {
    const thumb = '👍🏽'

    const article = await api.create({ title: 'Thumbs', content: [paragraph(thumb.repeat(151))] })

    expect(article.excerpt).toBe(`${thumb.repeat(150)}…`)
  })

  test('keeps an excerpt that was written, even an empty one', async () => {
    const article = await api.create({ title: 'A story', content: [paragraph('Once')], excerpt: '' })

    expect(article.excerpt).toBe('')
  })

  test('stores a text whose first letter has thousands of accents', async () => {
    const content = [paragraph(`a${'\u0301'.repeat(5000)}`)]

    const article = await api.create({ title: 'Accents', content })

    expect(article.content).toEqual(content)
    expect([...article.excerpt].length).toBeLessThanOrEqual(1000)
  })

  test('accepts an article without any text', async () => {
    const article = await api.create({ title: 'Nothing yet', content: [] })

    expect(article).toMatchObject({ content: [], excerpt: '', word_count: 0 })
  })
})

describe('update', () => {
  test('writes a new version and sets date_updated', async () => {
    const before = await createArticle(editor)

    const after = await api.update({ id: before.id, title: 'Another title' })

    expect(after).toMatchObject({ title: 'Another title', version_number: 2, content: before.content })
    expect(after.date_updated > before.date_updated).toBe(true)
  })

  test('without a difference makes no version and keeps date_updated', async () => {
    const before = await createArticle(editor)

    const { title, content, excerpt, poster_image_id } = before
    const after = await api.update({ id: before.id, title, content, excerpt, poster_image_id })

    expect(after).toEqual(before)
  })

  test('ignores the order of keys, which jsonb changes', async () => {
    const [first, reordered] = [
      { zebra: 1, a: { y: 1, x: 2 }, type: 'poll', children: [{ text: 'x', bold: true }] },
      { children: [{ bold: true, text: 'x' }], type: 'poll', a: { x: 2, y: 1 }, zebra: 1 },
    ]
    const before = await api.create({ title: 'Keys', content: [first] })

    const after = await api.update({ id: before.id, content: [reordered] })

    expect(after).toEqual(before)
  })

  test('derives the excerpt again while it is derived', async () => {
    const { id } = await createArticle(editor)

    const article = await api.update({ id, content: [paragraph('A new beginning.')] })

    expect(article.excerpt).toBe('A new beginning.')
  })

  test('derives the excerpt again also after the limit of excerpts has cut it', async () => {
    const { id } = await api.create({ title: 'Families', content: [paragraph('👩‍👩‍👧‍👦'.repeat(200))] })

    const article = await api.update({ id, content: [paragraph('A new beginning.')] })

    expect(article.excerpt).toBe('A new beginning.')
  })

  test('replaces a written excerpt by a derived one, which then follows the text', async () => {
    const { id } = await api.create({ title: 'A', content: [paragraph('Once.')], excerpt: 'Read this.' })

    expect((await api.update({ id, excerpt: null })).excerpt).toBe('Once.')
    expect((await api.update({ id, content: [paragraph('Twice.')] })).excerpt).toBe('Twice.')
  })

  test('keeps a written excerpt', async () => {
    const { id } = await createArticle(editor)
    await api.update({ id, excerpt: 'Read this.' })

    const article = await api.update({ id, content: [paragraph('A new beginning.')] })

    expect(article.excerpt).toBe('Read this.')
  })

  test('leaves the poster when the key is absent, and clears it with null', async () => {
    const poster = await createImage()
    const { id } = await createArticle(editor)

    const set = await api.update({ id, poster_image_id: poster.id })
    const left = await api.update({ id, title: 'Another title' })
    const cleared = await api.update({ id, poster_image_id: null })

    const url = `/api/uploads/${poster.filename}`
    expect([set, left, cleared].map(({ poster_url }) => poster_url)).toEqual([url, url, null])
  })

  test('leaves the description of the poster when the key is absent, and drops it with the poster', async () => {
    const [poster, other] = [await createImage(), await createImage()]
    const { id } = await createArticle(editor)
    const set = { id, poster_image_id: poster.id, poster_alt: ' A ferry ' }

    const answers = [
      await api.update(set),
      await api.update({ id, title: 'Another title' }),
      await api.update({ id, poster_image_id: other.id }),
      await api.update({ id, poster_alt: 'A lamp' }),
      await api.update({ id, poster_image_id: null, poster_alt: 'Nothing' }),
    ]

    const shown = ['A ferry', 'A ferry', null, 'A lamp', null]
    expect(answers.map(({ poster_alt }) => poster_alt)).toEqual(shown)
  })

  test('of a published article shows readers the new text at once', async () => {
    const { id } = await createArticle(editor)
    await api.publish({ id })

    await api.update({ id, content: [paragraph('Corrected.')] })

    const read = await as(null).published.get({ id })
    expect(excerpt(read.content)).toBe('Corrected.')
  })
})

describe('pictures', () => {
  const picture = (filename: string) => ({ type: 'image', filename, children: [{ text: '' }] })
  const missing = `${'a'.repeat(26)}.png`

  test('that exist may be in a text, any number of times', async () => {
    const { filename } = await createImage()
    const quote = { type: 'block-quote', children: [picture(filename)] }

    const article = await api.create({ title: 'Pictures', content: [picture(filename), quote] })

    expect(article.content).toHaveLength(2)
  })

  test.each([
    ['a poster', { poster_image_id: 999_999 }, 'poster_image_id'],
    ['a picture', { content: [picture(missing)] }, 'content'],
    ['a picture deep in a text', { content: [{ type: 'x', children: [picture(missing)] }] }, 'content'],
  ])('%s that does not exist is refused with its field', async (_what, values, path) => {
    const { id } = await createArticle(editor)
    const problem = { code: 'VALIDATION_FAILED', fields: [{ path }] }

    await expect(api.update({ id, ...values })).rejects.toMatchObject(problem)
    await expect(api.create({ title: 'A', content: [], ...values })).rejects.toMatchObject(problem)
  })
})
