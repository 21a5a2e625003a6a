import type { Block } from '@nightdesk/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '../index.ts'
import { canonicalJson } from '../normal-form.ts'
import { documents } from '../testing.ts'
import { applyChoices, type Choice, mergeBlocks, mergeValue } from './merge.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
const blocks = (...texts: string[]): Block[] => texts.map(paragraph)
const agreed = (...texts: string[]) => ({ kind: 'agreed', value: blocks(...texts) })
const conflict = (base: string[], mine: string[], theirs: string[]) => ({
  kind: 'conflict',
  base: blocks(...base),
  mine: blocks(...mine),
  theirs: blocks(...theirs),
})

const [one, two, three] = [
  'The ferry leaves at dusk.',
  'Nobody asks where it goes.',
  'By morning it is back.',
] as const
const story = blocks(one, two, three)

describe.each([
  ['edits of neighbouring paragraphs', [`${one} Always.`, two, three], [one, `${two} Ever.`, three]],
  ['rewritten neighbours', ['A.', two, three], [one, 'B.', three]],
  ['an insertion and an edit beside it', [one, 'New.', two, three], [one, `${two} Ever.`, three]],
  ['a deletion and an edit beside it', [two, three], [one, `${two} Ever.`, three]],
  ['insertions at both ends', ['Before.', one, two, three], [one, two, three, 'After.']],
  ['the same edit twice', [`${one} Always.`, two, three], [`${one} Always.`, two, three]],
])('%s', (_name, mine, theirs) => {
  test('agree', () => {
    expect(mergeBlocks(story, blocks(...mine), blocks(...theirs))).toHaveLength(1)
  })
})

test('the merged text has both edits of neighbours', () => {
  const mine = blocks(`${one} Always.`, two, three)
  const theirs = blocks(one, `${two} Ever.`, three)
  expect(mergeBlocks(story, mine, theirs)).toEqual([agreed(`${one} Always.`, `${two} Ever.`, three)])
})

test('a paragraph that both edited is the only conflict', () => {
  const mine = blocks(one, `${two} Ever.`, three)
  const theirs = blocks(`Tonight. ${one}`, `${two} Never.`, three)
  expect(mergeBlocks(story, mine, theirs)).toEqual([
    agreed(`Tonight. ${one}`),
    conflict([two], [`${two} Ever.`], [`${two} Never.`]),
    agreed(three),
  ])
})

const image = (keys: object): Block => ({ type: 'image', url: '/a.png', ...keys, children: [{ text: '' }] })

test('the texts of an image are merged separately', () => {
  const before = [...story, image({ caption: 'The ferry', credit: 'M. Otieno' })]
  const captioned = [...story, image({ caption: 'The ferry at dusk, which nobody asks about' })]
  const described = [...story, image({ caption: 'The ferry', credit: 'M. Otieno', alt: 'A boat' })]
  expect(mergeBlocks(before, captioned, described)).toEqual([
    {
      kind: 'agreed',
      value: [...story, image({ caption: 'The ferry at dusk, which nobody asks about', alt: 'A boat' })],
    },
  ])
})

test.each([
  ['a caption that both changed', { caption: 'One' }, { caption: 'Other' }],
  ['an image that was replaced and described', { url: '/b.png' }, { alt: 'A boat' }],
])('%s is a conflict', (_name, mine, theirs) => {
  const parts = mergeBlocks([image({})], [image(mine)], [image(theirs)])
  expect(parts.map(({ kind }) => kind)).toEqual(['conflict'])
})

test('a paragraph that one edited and the other deleted is a conflict', () => {
  const edited = blocks(one, `${two} Ever.`, three)
  const deleted = blocks(one, three)
  expect(mergeBlocks(story, edited, deleted)[1]).toEqual(conflict([two], [`${two} Ever.`], []))
  expect(mergeBlocks(story, deleted, edited)[1]).toEqual(conflict([two], [], [`${two} Ever.`]))
})

test('different insertions at one position are a conflict', () => {
  const mine = blocks(one, 'Mine.', two, three)
  const theirs = blocks(one, 'Theirs.', two, three)
  expect(mergeBlocks(story, mine, theirs)[1]).toEqual(conflict([], ['Mine.'], ['Theirs.']))
})

test('a paragraph that one moved and the other edited is a conflict, and neither text is lost', () => {
  const parts = mergeBlocks(story, blocks(two, three, one), blocks(`${one} Always.`, two, three))
  expect(parts).toEqual([conflict([one], [], [`${one} Always.`]), agreed(two, three, one)])
})

test('choices resolve conflicts in order; a missing one means mine', () => {
  const parts = mergeBlocks(blocks(one, two, three), blocks('A.', two, 'B.'), blocks('C.', two, 'D.'))
  const texts = (...choices: Choice[]) => applyChoices(parts, choices)
  expect(texts('theirs', 'both')).toEqual(blocks('C.', two, 'B.', 'D.'))
  expect(texts()).toEqual(blocks('A.', two, 'B.'))
})

test('a field is merged as a whole', () => {
  expect(mergeValue('a', 'b', 'a')).toEqual({ kind: 'agreed', value: 'b' })
  expect(mergeValue('a', 'a', 'b')).toEqual({ kind: 'agreed', value: 'b' })
  expect(mergeValue('a', 'b', 'b')).toEqual({ kind: 'agreed', value: 'b' })
  expect(mergeValue<number | null>(1, null, 2)).toEqual({ kind: 'conflict', base: 1, mine: null, theirs: 2 })
})

describe('for any texts', () => {
  /** Few different paragraphs, so that edits collide and repeat; and any documents. */
  const sentences = fc.constantFrom('', one, two, three, `${one} Always.`, `${two} Ever.`, 'New.')
  const texts = fc.oneof(
    { weight: 3, arbitrary: fc.array(sentences.map(paragraph), { maxLength: 8 }) },
    documents,
  )
  const holds = <T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void) =>
    fc.assert(fc.property(arbitrary, predicate))
  const merged = (base: Block[], mine: Block[], theirs: Block[]) =>
    applyChoices(mergeBlocks(base, mine, theirs), [])

  test('the changes of one side alone are merged as that side wrote them', () => {
    holds(fc.tuple(texts, texts), ([base, changed]) => {
      expect(merged(base, changed, base)).toEqual(changed)
      expect(merged(base, base, changed)).toEqual(changed)
    })
  })

  test('two equal edits are one', () => {
    holds(fc.tuple(texts, texts), ([base, changed]) => {
      expect(merged(base, changed, changed)).toEqual(changed)
    })
  })

  test('the merge is symmetric', () => {
    holds(fc.tuple(texts, texts, texts), ([base, mine, theirs]) => {
      const swapped = mergeBlocks(base, theirs, mine).map((part) =>
        part.kind === 'agreed' ? part : { ...part, mine: part.theirs, theirs: part.mine },
      )
      expect(canonicalJson(swapped)).toBe(canonicalJson(mergeBlocks(base, mine, theirs)))
    })
  })

  test('edits of different paragraphs never conflict', () => {
    const paragraphs = fc.array(fc.tuple(fc.boolean(), fc.string()), { minLength: 1, maxLength: 8 })
    holds(paragraphs, (edits) => {
      const numbered = edits.map((_, index) => paragraph(`Paragraph ${index} of a long story`))
      const edit = (isMine: boolean) =>
        edits.map(([byMe, text], index) =>
          byMe === isMine ? paragraph(`Paragraph ${index} of a long story ${text}`) : numbered[index]!,
        )
      const all = edits.map(([, text], index) => paragraph(`Paragraph ${index} of a long story ${text}`))
      expect(mergeBlocks(numbered, edit(true), edit(false))).toEqual([{ kind: 'agreed', value: all }])
    })
  })

  test('no block that a side wrote is lost', () => {
    holds(fc.tuple(texts, texts, texts), ([base, mine, theirs]) => {
      const parts = mergeBlocks(base, mine, theirs)
      const before = new Set(base.map(canonicalJson))
      const shown = parts.flatMap((part) =>
        part.kind === 'agreed' ? part.value : [...part.mine, ...part.theirs],
      )
      const listed = new Set(shown.map(canonicalJson))
      for (const written of [...mine, ...theirs].map(canonicalJson)) {
        expect(before.has(written) || listed.has(written)).toBe(true)
      }
    })
  })
})

describe('for a text whose words are all different', () => {
  const texts = fc.array(fc.integer({ min: 2, max: 8 }), { minLength: 2, maxLength: 6 })
  const KINDS = ['edit', 'insert', 'delete', 'split', 'join', 'move'] as const
  type Change = [kind: (typeof KINDS)[number], at: number, place: number]
  const changesOf = (kinds: readonly Change[0][]): fc.Arbitrary<Change[]> =>
    fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 })

  const edit =
    (side: string) =>
    (text: string[][], [kind, at, place]: Change, number: number): string[][] => {
      const index = at % (text.length || 1)
      const [words = [], next = []] = text.slice(index)
      const others = text.toSpliced(index, 1)
      if (kind === 'move') return others.toSpliced(place % text.length, 0, words)
      const cut = 1 + (place % (words.length || 1))
      const changed = {
        edit: [words.toSpliced(cut - 1, place % 2, `${side}${number}`), next],
        insert: [[`${side}${number}`], words, next],
        delete: [next],
        split: [words.slice(0, cut), words.slice(cut), next],
        join: [[...words, ...next]],
      }
      return text.toSpliced(index, 2, ...changed[kind]).filter(({ length }) => length > 0)
    }
  const show = (text: string[][]) => text.map((words) => paragraph(words.join(' ')))
  const wordsIn = (content: Block[]) => content.flatMap((block) => plainText([block]).split(/\s+/))

  test.each([
    ['loses no word, also of moved blocks', KINDS],
    ['repeats no word', KINDS.slice(0, -1)],
  ] as const)('a choice of one side %s', (_, kinds) => {
    fc.assert(
      fc.property(texts, changesOf(kinds), changesOf(kinds), (lengths, mine, theirs) => {
        const base = lengths.map((length, block) => Array.from({ length }, (_, word) => `${block}b${word}`))
        const sides = { mine: mine.reduce(edit('m'), base), theirs: theirs.reduce(edit('t'), base) }
        const parts = mergeBlocks(show(base), show(sides.mine), show(sides.theirs))
        for (const choice of ['mine', 'theirs'] as const) {
          const other = sides[choice === 'mine' ? 'theirs' : 'mine'].flat()
          const merged = wordsIn(applyChoices(parts, Array(parts.length).fill(choice)))
          const wanted = sides[choice]
            .flat()
            .filter((word) => other.includes(word) || !base.flat().includes(word))
          expect(merged).toEqual(expect.arrayContaining(wanted))
          if (kinds !== KINDS) expect(new Set(merged).size).toBe(merged.length)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('a block that one side moved to the end of another, which the other side edited, is in every choice', () => {
    const parts = mergeBlocks(
      blocks('Lamp night', 'Tide out', 'Moon rises over ice', 'Ferry at dawn'),
      blocks('Tide out', 'Lamp night Moon rises over ice', 'Ferry at dawn'),
      blocks('Lamp night', 'Tide out', 'Moon rises over ice slowly', 'Ferry at dawn'),
    )
    const merged = wordsIn(applyChoices(parts, Array(parts.length).fill('theirs')))
    expect(merged).toEqual(expect.arrayContaining(['Lamp', 'night']))
  })

  test('a block that one side moved beside an insertion of the other is in every choice', () => {
    const mine = blocks(one, two, 'New.', three)
    const parts = mergeBlocks(story, mine, blocks(two, three, one))
    const moved = mergeBlocks(story, blocks('New.', one, two, three), blocks(three, one, two))
    for (const choice of ['mine', 'theirs'] as const)
      for (const merged of [parts, moved])
        expect(applyChoices(merged, Array(merged.length).fill(choice))).toEqual(
          expect.arrayContaining(blocks(one, two, three)),
        )
  })
})

test('thousands of equal blocks are merged quickly', () => {
  const empty = Array.from({ length: 5_000 }, () => paragraph(''))
  const mine = [paragraph('Mine.'), ...empty, paragraph('Mine.')]
  expect(mergeBlocks(empty, mine, [...empty, paragraph('Theirs.')])).toHaveLength(2)
})

test('a name that one side changed everywhere, and a sign that the other did, are merged quickly', () => {
  const rows = Array.from({ length: 1_000 }, (_, row) => `${row} ${one} ${two} ${three}`)
  const mine = rows.map((row) => row.replace('ferry', 'boat'))
  const theirs = rows.map((row) => row.replaceAll('.', '!'))
  expect(mergeBlocks(blocks(...rows), blocks(...mine), blocks(...theirs))).toHaveLength(1_000)
})
