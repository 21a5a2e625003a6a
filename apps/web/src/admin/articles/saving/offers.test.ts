import { expect, test } from 'vitest'
import type { ArticleText } from './article-text.ts'
import type { LeftEntry } from './left-entries.ts'
import { makeOffers } from './offers.ts'

const text = (words: string): ArticleText => ({
  title: 'A draft',
  content: [{ type: 'paragraph', children: [{ text: words }] }],
  poster: null,
  tags: [],
})
const saved = text('Saved.')

const entry = (words: string, hour: number, copy_revision = 0): LeftEntry => ({
  id: `${words} ${hour}`,
  user: 1,
  article: 7,
  base_version: 1,
  copy_revision,
  text: text(words),
  updated_at: `2026-11-21T${hour}:00:00.000Z`,
  remove: () => Promise.resolve(),
  release: () => undefined,
})
const copy = (words: string, hour: number, revision: number) => ({
  text: text(words),
  base_version: 1,
  revision,
  updated_at: `2026-11-21T${hour}:00:00.000Z`,
})

test('each different text is offered once, the newest first', () => {
  const entries = [entry('Two.', 14), entry('One.', 12), entry('Two.', 11)]

  const { offers } = makeOffers(saved, entries, copy('Elsewhere.', 13, 4))

  expect(offers.map((offer) => offer.text)).toEqual([text('Two.'), text('Elsewhere.'), text('One.')])
  expect(offers[0]?.entries).toHaveLength(2)
})

test('a working copy that a journal goes beyond is a stage of it, and no offer of its own', () => {
  const { offers } = makeOffers(saved, [entry('Written further.', 14, 4)], copy('Written.', 13, 4))

  expect(offers).toMatchObject([{ text: text('Written further.'), copy_revision: 4 }])
})

test('a working copy that another window wrote since is one', () => {
  const { offers } = makeOffers(saved, [entry('Here.', 14, 4)], copy('Elsewhere.', 15, 6))

  expect(offers).toMatchObject([
    { text: text('Elsewhere.'), copy_revision: 6 },
    { text: text('Here.'), copy_revision: 0 },
  ])
})

test('a working copy that was begun after the journal’s own is one, wherever it counts from', () => {
  const { offers } = makeOffers(saved, [entry('Here.', 14, 900_004)], copy('Elsewhere.', 15, 6))

  expect(offers.map(({ copy_revision }) => copy_revision)).toEqual([6, 0])
})

test('what is saved already is not offered, and may be forgotten', () => {
  const left = entry('Saved.', 14)

  expect(makeOffers(saved, [left], copy('Saved.', 15, 1))).toEqual({ offers: [], settled: [left] })
})
