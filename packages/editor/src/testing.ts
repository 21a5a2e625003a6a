import { ALIGNMENTS, BLOCK_TYPES, type Block, type ElementNode, type Node } from '@nightdesk/contracts'
import fc from 'fast-check'

/** Values that have been JSON text, which has no negative zero. */
const json = fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text))
const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\t', 'é', '🌙'), maxLength: 6 })
const unknownKeys = fc.dictionary(
  fc.constantFrom('id', 'data', 'indent', 'format', 'url', 'start', '$'),
  json,
  {
    maxKeys: 2,
  },
)
const marks = fc.record(
  {
    bold: fc.boolean(),
    italic: fc.boolean(),
    underline: fc.boolean(),
    strikethrough: fc.boolean(),
    code: fc.boolean(),
  },
  { requiredKeys: [] },
)
const alignment = fc.record({ align: fc.constantFrom(...ALIGNMENTS) }, { requiredKeys: [] })
/** Keys that the contract restricts in known blocks only. */
const unknownBlockKeys = fc.dictionary(fc.constantFrom('align', 'language', 'value', 'inline', 'tag'), json, {
  maxKeys: 2,
})
const blockTypes = fc.constantFrom(
  ...Object.entries(BLOCK_TYPES).flatMap(([type, { placement }]) => (placement === 'block' ? [type] : [])),
)

type Names =
  | 'node'
  | 'text'
  | 'image'
  | 'link'
  | 'reference'
  | 'footnote'
  | 'element'
  | 'poll'
  | 'list'
  | 'item'

const notes = fc.constantFrom('a', 'b', 'c')

const { node, list, footnote } = fc.letrec<Record<Names, Node>>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('text'),
    tie('image'),
    tie('element'),
    tie('link'),
    tie('reference'),
    tie('poll'),
    { weight: 3, arbitrary: tie('list') },
  ),
  text: fc.tuple(marks, unknownKeys, words).map(([on, keys, text]) => ({ ...keys, ...on, text })),
  image: fc
    .tuple(
      unknownKeys,
      alignment,
      fc.record({ alt: words, caption: words, credit: words }, { requiredKeys: [] }),
    )
    .map(([keys, align, texts]) => ({
      ...keys,
      ...align,
      ...texts,
      type: 'image',
      url: '/a.png',
      children: [{ text: '' }],
    })),
  link: fc
    .tuple(
      unknownKeys,
      alignment,
      fc.constantFrom('', '/a', 'https://example.org'),
      fc.array(tie('node'), { maxLength: 3 }),
    )
    .map(([keys, align, url, children]) => ({ ...keys, ...align, type: 'link', url, children })),
  reference: fc
    .tuple(unknownKeys, notes)
    .map(([keys, note]) => ({ ...keys, type: 'footnote-reference', note, children: [{ text: '' }] })),
  footnote: fc
    .tuple(unknownKeys, alignment, notes, fc.array(tie('node'), { maxLength: 3 }))
    .map(([keys, align, note, children]) => ({ ...keys, ...align, type: 'footnote', note, children })),
  element: fc
    .tuple(unknownKeys, alignment, blockTypes, fc.array(tie('node'), { maxLength: 4 }))
    .map(([keys, align, type, children]) => ({ ...keys, ...align, type, children })),
  poll: fc
    .tuple(unknownBlockKeys, fc.array(tie('node'), { maxLength: 4 }))
    .map(([keys, children]) => ({ ...keys, type: 'poll', children }) as ElementNode),
  list: fc
    .tuple(
      unknownKeys,
      alignment,
      fc.record({ start: fc.nat(9) }, { requiredKeys: [] }),
      fc.constantFrom('bulleted-list', 'numbered-list'),
      fc.array(tie('item'), { maxLength: 3 }),
    )
    .map(([keys, align, start, type, children]) => ({ ...keys, ...align, ...start, type, children })),
  item: fc
    .tuple(
      unknownKeys,
      alignment,
      fc.array(tie('text'), { maxLength: 2 }),
      fc.array(tie('node'), { maxLength: 2 }),
    )
    .map(([keys, align, texts, rest]) => ({
      ...keys,
      ...align,
      type: 'list-item',
      children: [...texts, ...rest],
    })),
}))
const line = fc.array(node, { maxLength: 2 }).map((children): Node => ({ type: 'code-line', children }))
const code = fc
  .tuple(
    fc.record({ language: fc.constantFrom('ts', '') }, { requiredKeys: [] }),
    fc.array(line, { maxLength: 3 }),
  )
  .map(([language, children]): Node => ({ ...language, type: 'code-block', children }))

/** Any document that can be stored: known and unknown blocks in any nesting. */
export const documents = fc
  .array(fc.oneof(node, list, code, footnote), { maxLength: 4 })
  .map((nodes) => nodes.filter((child): child is Block => typeof child.text !== 'string'))
