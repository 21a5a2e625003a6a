import { describe, expect, test } from 'vitest'
import { mergeTags, tagProblem, tagSlug, uniqueTags } from './articles.ts'

describe('the slug of a tag', () => {
  test.each([
    ['Science Fiction', 'science-fiction'],
    ['sci-fi', 'sci-fi'],
    ["Children's", 'children-s'],
    ['Straße', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['ＳＦ', 'sf'],
    ['短編小説', '短編小説'],
    ['خيال علمي', 'خيال-علمي'],
    ['हिन्दी', 'हिन्दी'],
    ['🚀', '🚀'],
    ['👩‍🚀 space', '👩‍🚀-space'],
    ['..', '2e-2e'],
    ['/', '2f'],
  ])('of %s is %s', (name, slug) => {
    expect(tagSlug(name)).toBe(slug)
  })

  test('is the same whatever case, width or punctuation the name is written with', () => {
    expect(uniqueTags(['Sci-Fi', 'SCI FI', 'ｓｃｉ　ｆｉ', '“sci” fi!'])).toEqual(['Sci-Fi'])
  })

  test('keeps apart what differs by a sign', () => {
    expect(uniqueTags(['C', 'C#', 'C++', '🚀', '🛸'])).toHaveLength(5)
  })
})

test.each([
  ['', 'Tag is required'],
  ['\u200b', 'Tag is required'],
  ['a\0', 'Tag contains characters that cannot be stored'],
  ['😀'.repeat(51), 'Tag must be at most 50 characters long'],
  ['😀'.repeat(50), undefined],
])('the name %j is refused with %s', (name, message) => {
  expect(tagProblem(name)).toBe(message)
})

describe('two edits of the same tags', () => {
  const base = ['Moon', 'Sea']

  test('are both there', () => {
    expect(mergeTags(base, ['Moon', 'Sea', 'Fog'], ['Sea', 'Rain'])).toEqual(['Sea', 'Rain', 'Fog'])
  })

  test('give one tag where both added the same, as the other wrote it', () => {
    expect(mergeTags(base, ['Moon', 'Sea', 'FOG'], ['Moon', 'Sea', 'Fog'])).toEqual(['Moon', 'Sea', 'Fog'])
  })

  test('are mine, in my order, when the other changed nothing', () => {
    expect(mergeTags(base, ['Sea', 'Moon'], base)).toEqual(['Sea', 'Moon'])
  })
})
