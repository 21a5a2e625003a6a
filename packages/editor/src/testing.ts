import { ALIGNMENTS, BLOCK_TYPES, type Block, type ElementNode, MARKS, type Node } from '@nightdesk/contracts'
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
const marks = fc.record(Object.fromEntries(MARKS.map((mark) => [mark, fc.boolean()])), { requiredKeys: [] })
const alignment = fc.record({ align: fc.constantFrom(...ALIGNMENTS) }, { requiredKeys: [] })
/** Keys that the contract restricts in known blocks only. */
const unknownBlockKeys = fc.dictionary(fc.constantFrom('align', 'language', 'value', 'inline', 'tag'), json, {
  maxKeys: 2,
})
const blockTypes = fc.constantFrom(
  ...Object.entries(BLOCK_TYPES).flatMap(([type, { placement }]) => (placement === 'block' ? [type] : [])),
)

const notes = fc.record({ note: fc.constantFrom('a', 'b', 'c') })
const noText = fc.constant<Node[]>([{ text: '' }])

function elements(
  type: fc.Arbitrary<string>,
  children: fc.Arbitrary<Node[]>,
  ownKeys: fc.Arbitrary<object> = fc.constant({}),
): fc.Arbitrary<Node> {
  return fc
    .tuple(unknownKeys, alignment, ownKeys, type, children)
    .map(([keys, align, own, type, children]) => ({ ...keys, ...align, ...own, type, children }))
}

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
  image: elements(
    fc.constant('image'),
    noText,
    fc.record(
      { url: fc.constant('/a.png'), alt: words, caption: words, credit: words },
      { requiredKeys: ['url'] },
    ),
  ),
  link: elements(
    fc.constant('link'),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.record({ url: fc.constantFrom('', '/a', 'https://example.org') }),
  ),
  reference: elements(fc.constant('footnote-reference'), noText, notes),
  footnote: elements(fc.constant('footnote'), fc.array(tie('node'), { maxLength: 3 }), notes),
  element: elements(blockTypes, fc.array(tie('node'), { maxLength: 4 })),
  poll: fc
    .tuple(unknownBlockKeys, fc.array(tie('node'), { maxLength: 4 }))
    .map(([keys, children]) => ({ ...keys, type: 'poll', children }) as ElementNode),
  list: elements(
    fc.constantFrom('bulleted-list', 'numbered-list'),
    fc.array(tie('item'), { maxLength: 3 }),
    fc.record({ start: fc.nat(9) }, { requiredKeys: [] }),
  ),
  item: elements(
    fc.constant('list-item'),
    fc
      .tuple(fc.array(tie('text'), { maxLength: 2 }), fc.array(tie('node'), { maxLength: 2 }))
      .map((parts) => parts.flat()),
  ),
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
