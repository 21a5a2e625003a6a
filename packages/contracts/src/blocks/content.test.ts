import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BLOCK_TYPES, type Block, CONTENT_LIMITS, content, headingLevel } from '../index.ts'

const paragraph = (text: string, keys = {}) => ({ type: 'paragraph', ...keys, children: [{ text }] })
const image = (keys: object) => [{ type: 'image', children: [{ text: '' }], ...keys }]
const link = (url: unknown) => [
  { type: 'paragraph', children: [{ type: 'link', url, children: [{ text: 'a' }] }] },
]

/** Nested blocks: `depth` levels, including the text. */
function nest(depth: number): unknown[] {
  let node: object = { text: 'deep' }
  for (let level = 1; level < depth; level++) node = { type: 'block-quote', children: [node] }
  return [node]
}

const nestedJson = (depth: number) => `${'[{"type":"a","children":'.repeat(depth)}[]${'}]'.repeat(depth)}`

function refusal(value: unknown): string {
  const { error } = content.safeParse(value)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n') ?? 'accepted'
}

describe('valid content', () => {
  const document: Block[] = [
    { type: 'heading-one', align: 'center', children: [{ text: 'Title', bold: true, underline: false }] },
    {
      type: 'paragraph',
      children: [{ text: 'a\nb ' }, { type: 'link', url: '', children: [{ text: 'c' }] }],
    },
    { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: '' }] }] },
    { type: 'numbered-list', start: 0, children: [{ type: 'list-item', children: [{ text: 'a' }] }] },
    { type: 'code-block', language: 'ts', children: [{ type: 'code-line', children: [{ text: '  x' }] }] },
    { type: 'image', filename: `${'a'.repeat(26)}.webp`, alt: 'A harbour', children: [{ text: '' }] },
    {
      type: 'paragraph',
      children: [{ text: 'a' }, { type: 'footnote-reference', note: 'x', children: [{ text: '' }] }],
    },
    { type: 'footnote', note: 'x', children: [{ text: 'See there.' }] },
    { type: 'poll', question: { options: [1, null, true, ''] }, children: [{ text: '', spoiler: 1 }] },
  ]

  test('an array comes back unchanged, with its unknown types and keys', () => {
    expect(content.parse(document)).toEqual(document)
  })
  test('JSON text comes back as its array', () => {
    expect(content.parse(JSON.stringify(document))).toEqual(document)
  })
  test('an empty list is valid', () => {
    expect([content.parse([]), content.parse('[]')]).toEqual([[], []])
  })
})

describe('content beyond a limit', () => {
  test('32 levels are accepted and 33 refused', () => {
    expect(refusal(nest(32))).toBe('accepted')
    expect(refusal(nest(33))).toMatch(/: The text is nested too deeply: at most 32 levels are allowed$/)
  })
  test.each([1_000, 100_000])('%i levels are refused as blocks, in a key and as JSON', (depth) => {
    expect(refusal(nest(depth))).toContain('nested too deeply')
    expect(refusal([{ ...paragraph('a'), data: nest(depth) }])).toContain('nested too deeply')
    const json = refusal(nestedJson(depth))
    expect(json).toMatch(depth === 1_000 ? /nested too deeply/ : /too large/)
  })
  test('children that are objects instead of lists do not escape the depth limit', () => {
    let attribute: object = {}
    for (let level = 0; level < 100; level++) attribute = { children: attribute }
    expect(refusal([{ ...paragraph('a'), attribute }])).toContain('nested too deeply')
  })
  test('a document has at most 20,000 nodes', () => {
    const { nodes } = CONTENT_LIMITS
    expect(refusal(Array.from({ length: nodes / 2 }, () => paragraph('')))).toBe('accepted')
    expect(refusal(Array.from({ length: nodes / 2 + 1 }, () => paragraph('')))).toContain('at most 20,000')
  })
  test('a block has at most 5,000 children', () => {
    const block = (length: number) => [
      { type: 'paragraph', children: Array.from({ length }, () => ({ text: 'a' })) },
    ]
    expect(refusal(block(5_000))).toBe('accepted')
    expect(refusal(block(5_001))).toContain('at most 5,000')
  })
  test('one text has at most 100,000 characters, all together a million', () => {
    const passage = paragraph('a'.repeat(100_000))
    expect(refusal([paragraph('a'.repeat(100_001))])).toContain('A passage is too long')
    expect(refusal(Array(10).fill(passage))).toBe('accepted')
    expect(refusal([...Array(10).fill(passage), paragraph('a')])).toContain('The text is too long')
  })
  test('an array may not exceed 1 MiB as JSON, in bytes', () => {
    const wide = paragraph('', { note: 'é'.repeat(524_288) })
    expect(refusal([wide])).toContain('at most 1 MiB')
    expect(refusal(JSON.stringify([wide]))).toContain('at most 1 MiB')
  })
})

describe('content that cannot be stored', () => {
  test.each([
    ['NUL in a text', [paragraph('a\0b')], '0.children.0.text: The text contains characters'],
    ['half a surrogate pair', [paragraph('\uD800')], '0.children.0.text: The text contains characters'],
    ['NUL in a key', [paragraph('a', { 'k\0': 1 })], '0: A key contains characters'],
    ['a date', [paragraph('a', { at: new Date() })], '0.at: Content must be plain JSON'],
    ['undefined', [paragraph('a', { at: undefined })], '0.at: Content must be plain JSON'],
    ['a number that JSON lacks', [paragraph('a', { at: Number.NaN })], '0.at: Content must be plain JSON'],
    ['a constructor key', [paragraph('a', { constructor: 1 })], '0: The key “constructor” is not allowed'],
    [
      '__proto__ in an array',
      [JSON.parse('{"type":"a","__proto__":{},"children":[]}')],
      'The key “__proto__”',
    ],
    ['__proto__ in JSON text', '[{"type":"a","__proto__":{"x":1},"children":[]}]', 'valid JSON without'],
    ['broken JSON text', '[{', 'Content must be valid JSON'],
    ['JSON that is no list', '{"type":"paragraph"}', 'Content must be a list of blocks'],
    ['no content', null, 'Content must be a list of blocks'],
  ])('%s', (_name, value, message) => {
    expect(refusal(value)).toContain(message)
  })
  test('a prototype’s keys are not a block’s keys', () => {
    expect(refusal([Object.create({ type: 'paragraph', children: [] })])).toContain('plain JSON')
  })
})

describe('content that breaks the block model', () => {
  test.each([
    ['a text outside a block', [{ text: 'a' }], '0: Every text must stand in a block'],
    ['a block without children', [{ type: 'poll' }], '0.children: Every block needs a list of children'],
    ['a block without a type', [{ children: [] }], '0.type: Every block needs a type'],
    ['a child that is no node', [{ type: 'paragraph', children: ['a'] }], 'blocks and texts'],
    [
      'a numbered list that begins with a fraction',
      [{ type: 'numbered-list', start: 1.5, children: [] }],
      '0.start: A numbered list must begin with a whole number from 0',
    ],
    ['a text with children', [{ type: 'p', children: [{ text: '', children: [] }] }], 'cannot have children'],
    [
      'a mark that is no boolean',
      [{ type: 'p', children: [{ text: '', bold: 1 }] }],
      '“bold” must be true or false',
    ],
    ['an unknown alignment', [paragraph('a', { align: 'start' })], '0.align: The alignment must be'],
    [
      'a language that is no text',
      [{ type: 'code-block', language: 1, children: [] }],
      '0.language: The language',
    ],
    ['a link without a URL', link(null), 'A link needs a URL'],
    ['a link that runs a script', link('javascript:alert(1)'), 'A link has a URL that is not allowed'],
    [
      'a picture from elsewhere than the web',
      image({ url: 'data:image/png;base64,AAAA' }),
      'An image has a URL',
    ],
    ['a picture from nowhere', image({}), 'An image needs a URL or a file'],
    ['a picture file with a path', image({ filename: '../../etc/passwd' }), 'a file that is not one of ours'],
    [
      'a footnote without a name',
      [{ type: 'footnote', children: [] }],
      '0.note: A footnote and its references',
    ],
    [
      'a reference with an empty name',
      [{ type: 'p', children: [{ type: 'footnote-reference', note: '', children: [{ text: '' }] }] }],
      'need the same “note”',
    ],
    [
      'a reference with text',
      [{ type: 'p', children: [{ type: 'footnote-reference', note: 'x', children: [{ text: '1' }] }] }],
      'A reference to a footnote holds a single empty text',
    ],
    ['a picture with text', image({ url: '/a.png', children: [{ text: 'a' }] }), 'single empty text'],
    ['a picture with too long a description', image({ url: '/a.png', alt: 'a'.repeat(501) }), 'at most 500'],
    [
      'a picture with too long a caption',
      image({ url: '/a.png', caption: 'a'.repeat(1001) }),
      'at most 1000',
    ],
    ['a picture with too long a credit', image({ url: '/a.png', credit: 'a'.repeat(201) }), 'at most 200'],
    ['a picture whose caption is no text', image({ url: '/a.png', caption: [] }), 'The caption of an image'],
  ])('%s', (_name, value, message) => {
    expect(refusal(value)).toContain(message)
  })
  test('at most 20 problems are reported, and none quotes the value', () => {
    const { error } = content.safeParse(Array.from({ length: 30 }, () => link('javascript:1')[0]))
    expect(error?.issues).toHaveLength(20)
    expect(JSON.stringify(error)).not.toContain('javascript')
  })
})

test('docs/scripting.md names every block type', () => {
  const text = readFileSync(new URL('../../../../docs/scripting.md', import.meta.url), 'utf8')
  const content = text.slice(text.indexOf('## Content'))
  const types = Object.keys(BLOCK_TYPES).filter((type) => headingLevel(type) === 0)
  expect(types.filter((type) => !content.includes(`\`${type}\``))).toEqual([])
})

test('the API document names every block type', () => {
  const { $defs } = z.toJSONSchema(content, { unrepresentable: 'any', io: 'output' })
  const types = Object.keys(BLOCK_TYPES).filter((type) => headingLevel(type) === 0)
  for (const type of types) expect(JSON.stringify($defs?.Content)).toMatch(new RegExp(`[" ]${type}[ ,"]`))
})

test('the API document shows JSON text as an input only', () => {
  const schema = (io: 'input' | 'output') => z.toJSONSchema(content, { unrepresentable: 'any', io })
  expect(schema('input').anyOf).toMatchObject([{ type: 'array' }, { type: 'string' }])
  expect(schema('output').$defs?.Content).toMatchObject({
    type: 'array',
    items: { required: ['type', 'children'] },
  })
})
