import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { type Anchor, describeRange } from './anchor.ts'
import { anchorText } from './anchor-text.ts'
import { findAnchor } from './find.ts'
import { compareTexts, followAnchor } from './follow.ts'

const STORY =
  'The ferry leaves at dusk and nobody waits for it. She lit the lamp and set it in the window, as she had ' +
  'done each night since the war. Far out on the water somebody answered with a lamp of their own, twice.'

const anchorOf = (quote: string, text = STORY): Anchor => {
  const start = text.indexOf(quote)
  return describeRange(text, { start, end: start + quote.length })
}
const found = (text: string, anchor: Anchor) => {
  const range = findAnchor(text, anchor)
  return range && text.slice(range.start - 8, range.end + 8)
}

test('the text of a story is one line, without captions, footnotes and scene breaks', () => {
  const blocks: Block[] = [
    { type: 'image', url: '/a.png', caption: 'A ferry', children: [{ text: '' }] },
    {
      type: 'paragraph',
      children: [{ text: 'The  ferry\nleaves ' }, { text: 'now', bold: true }, { text: '.' }],
    },
    { type: 'paragraph', children: [{ text: '***' }] },
    { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] },
    { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'One' }] }] },
  ]
  expect(anchorText(blocks)).toBe('The ferry leaves now. One')
})

test('of equal words, those with the same text around them are the place', () => {
  expect(found(STORY, anchorOf('the lamp'))).toBe('She lit the lamp and set')
  expect(found(STORY, describeRange(STORY, { start: 181, end: 185 }))).toBe(' with a lamp of thei')
})

test('one unchanged side is enough', () => {
  const anchor = anchorOf('the lamp')
  expect(found(STORY.replace('She lit', 'He had lit'), anchor)).toBe('had lit the lamp and set')
  expect(found(STORY.replace('and set it', 'and put it'), anchor)).toBe('She lit the lamp and put')
})

test('the same words in other surroundings are not the place', () => {
  const elsewhere = STORY.replace('She lit the lamp and', 'She').concat(' He dropped the lamp and ran.')
  expect(findAnchor(elsewhere, anchorOf('the lamp'))).toBeUndefined()
})

test('changed words are gone', () => {
  expect(findAnchor(STORY.replace('the lamp', 'the red lamp'), anchorOf('the lamp'))).toBeUndefined()
})

test('two places that are equally certain are none', () => {
  const twice = `${STORY} Then silence. ${STORY}`
  expect(findAnchor(twice, anchorOf('as she had done'))).toBeUndefined()
})

test('a long quote moves with its paragraph', () => {
  const [first = '', second = '', third = ''] = STORY.split(/(?<=\.) /)
  const anchor = anchorOf(second)
  expect(found(`${first} ${third} ${second}`, anchor)).toContain(second)
})

test('words that were deleted come back with an undo', () => {
  const anchor = anchorOf('the lamp')
  const deleted = STORY.replace(' the lamp', '')
  const gone = followAnchor(compareTexts(STORY, deleted), { anchor, range: findAnchor(STORY, anchor) })
  expect(gone.range).toBeUndefined()

  expect(followAnchor(compareTexts(deleted, STORY), gone).range).toEqual(findAnchor(STORY, anchor))
})

test('a sentence that is pasted elsewhere does not take over the note of the deleted one', () => {
  const anchor = anchorOf('the lamp')
  const pasted = `${STORY} She lit the lamp and set it in the window.`
  const both = followAnchor(compareTexts(STORY, pasted), { anchor, range: findAnchor(STORY, anchor) })
  const deleted = pasted.replace('She lit the lamp and set it in the window, as', 'As')

  expect(both.range).toEqual(findAnchor(STORY, anchor))
  expect(followAnchor(compareTexts(pasted, deleted), both).range).toBeUndefined()
})

test('half a surrogate pair is not part of an anchor', () => {
  const text = `${'🌙'.repeat(40)} word ${'🌙'.repeat(40)}`
  const { prefix, suffix } = anchorOf('word', text)
  expect([prefix.isWellFormed(), suffix.isWellFormed()]).toEqual([true, true])
  expect(found(text, { quote: 'word', prefix, suffix })).toContain('word')
})
