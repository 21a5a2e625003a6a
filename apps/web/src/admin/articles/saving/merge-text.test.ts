import type { CreditRole } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import type { DraftText } from './draft-text.ts'
import {
  chooseText,
  describeChanges,
  hasConflict,
  mergeCredits,
  mergeFromAny,
  mergeTexts,
} from './merge-text.ts'

const text = (title: string, ...words: string[]): DraftText => ({
  title,
  content: words.map((word) => ({ type: 'paragraph', children: [{ text: word }] })),
  excerpt: '',
  poster: null,
  credits: [],
  tags: [],
})
const base = text('A ferry', 'It leaves.', 'Nobody waves.')

test('edits in different places are merged, and the title independently of the content', () => {
  const merged = mergeTexts(
    base,
    text('A ferry', 'It leaves late.', 'Nobody waves.'),
    text('The ferry', 'It leaves.', 'All wave.'),
  )

  expect(hasConflict(merged)).toBe(false)
  expect(chooseText(merged)).toEqual(text('The ferry', 'It leaves late.', 'All wave.'))
})

test('an edit of the same place by both is a conflict, resolved as mine by default', () => {
  const merged = mergeTexts(
    base,
    text('Mine', 'It leaves.', 'I wave.'),
    text('Theirs', 'It leaves.', 'They wave.'),
  )

  expect(hasConflict(merged)).toBe(true)
  expect(chooseText(merged)).toEqual(text('Mine', 'It leaves.', 'I wave.'))
  expect(chooseText(merged, { title: 'theirs', content: ['both'] })).toEqual(
    text('Theirs', 'It leaves.', 'I wave.', 'They wave.'),
  )
})

test('the description of the featured image is merged with the image', () => {
  const withPoster = (image_id: number, alt: string) => ({
    ...base,
    poster: { image_id, url: '/a.png', alt },
  })
  const before = withPoster(1, '')
  const described = withPoster(1, 'A ferry')

  const titled = mergeTexts(before, described, { ...before, title: 'The ferry' })
  expect(chooseText(titled)).toEqual({ ...described, title: 'The ferry' })
  expect(hasConflict(mergeTexts(before, described, withPoster(1, ' A ferry ')))).toBe(false)
  expect(hasConflict(mergeTexts(before, described, withPoster(1, 'A boat')))).toBe(true)
  expect(hasConflict(mergeTexts(before, described, withPoster(2, '')))).toBe(true)
  expect(describeChanges(before, described)).toBe('the featured image')
})

test('the blank after the last word stays, because the next one is typed after it', () => {
  const poster = { image_id: 1, url: '/a.png', alt: 'A ferry ' }
  const mine = { ...text('The '), excerpt: 'Nobody ', poster }

  const merged = mergeTexts(base, mine, { ...base, tags: ['sea'] })

  expect(chooseText(merged)).toEqual({ ...mine, tags: ['sea'] })
})

describe('with a working copy that both windows had read', () => {
  const copied = text('A ferry', 'It leaves late.', 'Nobody waves.')
  const gone_on = text('A ferry', 'It leaves late, or never.', 'Nobody waves.')

  test('an edit based on it is merged, and what both have in common is no conflict', () => {
    const mine = text('The ferry', 'It leaves late.', 'Nobody waves.')

    const merged = mergeFromAny([base, copied], mine, gone_on)

    expect(chooseText(merged)).toEqual(text('The ferry', 'It leaves late, or never.', 'Nobody waves.'))
  })

  test('an edit that only one side has is kept when the version alone decides', () => {
    const mine = text('A ferry', 'It leaves.', 'Nobody waves.', 'It rains.')

    const merged = mergeFromAny([base, mine], mine, text('The ferry', 'It leaves.', 'Nobody waves.'))

    expect(chooseText(merged)).toEqual(text('The ferry', 'It leaves.', 'Nobody waves.', 'It rains.'))
  })

  test('conflicting edits of it are shown against the version they are based on', () => {
    const merged = mergeFromAny([base, copied], text('A ferry', 'It sinks.', 'Nobody waves.'), gone_on)

    const [conflict] = merged.parts.filter(({ kind }) => kind === 'conflict')
    expect(conflict).toMatchObject({ base: [base.content[0]] })
  })
})

test('tags of both are merged, and never conflict', () => {
  const merged = mergeTexts(base, { ...base, tags: ['Sea'] }, { ...base, tags: ['Moon'] })

  expect(hasConflict(merged)).toBe(false)
  expect(chooseText(merged).tags).toEqual(['Moon', 'Sea'])
})

test('an excerpt written by one side is taken, and by both is a conflict', () => {
  const mine = { ...base, excerpt: 'Nobody comes.' }

  expect(chooseText(mergeTexts(base, mine, base)).excerpt).toBe('Nobody comes.')
  expect(chooseText(mergeTexts(base, base, mine)).excerpt).toBe('Nobody comes.')
  expect(hasConflict(mergeTexts(base, mine, { ...base, excerpt: 'All come.' }))).toBe(true)
})

test('a text that the editor has only normalised is no edit', () => {
  const stored: DraftText = {
    ...base,
    content: [{ type: 'paragraph', children: [{ text: 'It ' }, { text: 'leaves.' }] }],
  }

  const merged = mergeTexts(stored, text('A ferry', 'It leaves.'), text('A ferry', 'It leaves at dusk.'))

  expect(chooseText(merged)).toEqual(text('A ferry', 'It leaves at dusk.'))
})

describe('the changes of a text are described', () => {
  test.each([
    ['the title', text('The ferry', 'It leaves.', 'Nobody waves.')],
    ['the excerpt', { ...base, excerpt: 'Nobody comes.' }],
    ['the tags', { ...base, tags: ['Moon'] }],
    ['1 block', text('A ferry', 'It leaves.', 'All wave.')],
    ['the title and 2 blocks', text('The ferry', 'It came.', 'All wave.')],
  ])('%s', (words, theirs) => {
    expect(describeChanges(base, theirs)).toBe(words)
  })
})

const credit = (person_id: number, role: CreditRole = 'author') => ({ person_id, name: `${person_id}`, role })
const [ada, grace, edith] = [credit(1), credit(2), credit(3)]
const translator = credit(3, 'translator')

test.each([
  ['an addition of mine stays', [ada], [ada, grace], [ada], [ada, grace]],
  ['an addition of theirs comes', [ada], [ada], [ada, grace], [ada, grace]],
  ['additions of both stay', [ada], [ada, grace], [ada, translator], [ada, translator, grace]],
  ['removals of both apply', [ada, grace, edith], [ada, edith], [ada, grace], [ada]],
  ['two new authors in place of one stay', [ada], [grace], [edith], [edith, grace]],
  ['an author remains when each side removed another one', [ada, grace], [ada], [grace], [ada]],
  ['unknown credits of mine are theirs', [], [], [ada], [ada]],
])('%s', (_name, base, mine, theirs, merged) => {
  expect(mergeCredits(base, mine, theirs)).toEqual(merged)
})
