import { parse } from 'secure-json-parse'
import { z } from 'zod'
import { text } from '../fields.ts'
import { IMAGE_FILENAME, MAX_IMAGE_TEXT } from '../rules/files.ts'
import { isSafeImageUrl, isSafeUrl } from '../rules/paths.ts'
import { CONTENT_LIMITS, type ContentProblem, findUnstorable } from './limits.ts'
import { ALIGNMENTS, type Block, type BlockType, forHeadings, MARKS, MAX_LIST_START } from './model.ts'

const TOO_LARGE: ContentProblem = {
  path: [],
  message: 'The text is too large: at most 1 MiB can be stored',
  isTooLarge: true,
}
const NOT_JSON = 'Content must be valid JSON without the keys “__proto__” and “constructor”'

const blockListSchema = {
  type: 'array' as const,
  description:
    'Slate-shaped blocks: `{type, children, align?, …}` with texts `{text, bold?, italic?, underline?, ' +
    'strikethrough?, code?}`. Unknown types and keys are kept.',
  items: {
    type: 'object',
    required: ['type', 'children'],
    properties: {
      type: {
        type: 'string',
        description:
          'paragraph, heading-one … heading-six, block-quote, bulleted-list, numbered-list, list-item, ' +
          'code-block, code-line, code, image (url or filename; alt, caption, credit), link (url, inline), ' +
          'footnote (note) or footnote-reference (note, inline, a single empty text)',
      },
      align: { enum: ['left', 'center', 'right', 'justify'] },
      children: { type: 'array', items: { type: 'object' } },
    },
  },
}

/** Content in answers. It was checked when it was written, so it is not checked again: long texts cost nothing. */
export const storedContent = z
  .custom<Block[]>(Array.isArray, 'Content must be a list of blocks')
  .meta({ id: 'Content', ...blockListSchema })

/** Blocks as an array or as JSON text. The parsed value is always an array, with its blocks unchanged. */
export const content: z.ZodType<Block[], Block[] | string> = z.codec(
  z
    .custom<Block[] | string>(
      (value) => typeof value === 'string' || Array.isArray(value),
      'Content must be a list of blocks or the JSON text of one',
    )
    .meta({
      anyOf: [blockListSchema, { type: 'string', contentMediaType: 'application/json' }],
      description: `Blocks, or their JSON text. At most 1 MiB, ${CONTENT_LIMITS.depth} levels and ${CONTENT_LIMITS.nodes} nodes.`,
    }),
  storedContent,
  {
    decode: (value, { issues }) => {
      const blocks = typeof value === 'string' ? readJson(value) : value
      const problems = Array.isArray(blocks) ? findProblems(blocks) : [blocks]
      for (const { path, message, isTooLarge } of problems)
        issues.push({ code: 'custom', input: undefined, path, message, params: { isTooLarge } })
      return Array.isArray(blocks) ? blocks : []
    },
    encode: (blocks) => blocks,
  },
)

function readJson(json: string): Block[] | ContentProblem {
  // A string has at least as many bytes as characters: the first test avoids encoding a text that is too long.
  if (json.length > CONTENT_LIMITS.bytes || byteLength(json) > CONTENT_LIMITS.bytes) return TOO_LARGE
  try {
    const blocks: unknown = parse(json, undefined, { protoAction: 'error', constructorAction: 'error' })
    return Array.isArray(blocks) ? blocks : { path: [], message: 'Content must be a list of blocks' }
  } catch {
    return { path: [], message: NOT_JSON }
  }
}

/** The order matters: recursion, also that of `JSON.stringify`, is safe only after `findUnstorable`. */
function findProblems(blocks: readonly unknown[]): ContentProblem[] {
  const unstorable = findUnstorable(blocks)
  if (unstorable) return [unstorable]
  if (byteLength(JSON.stringify(blocks)) > CONTENT_LIMITS.bytes) return [TOO_LARGE]
  return findBlockProblems(blocks)
}

const byteLength = (text: string) => new TextEncoder().encode(text).length

/** The maximum number of problems reported for one text. */
const MAX_PROBLEMS = 20

const marks = z.looseObject(
  Object.fromEntries(MARKS.map((name) => [name, z.boolean(`“${name}” must be true or false`).optional()])),
)

const align = z.enum(ALIGNMENTS, 'The alignment must be left, center, right or justify').optional()
const plain = z.looseObject({ align })
const code = z.looseObject({ align, language: text('The language of a code block', 100).optional() })

const LIST_START = 'A numbered list must begin with a whole number from 0'
const numberedList = z.looseObject({
  align,
  start: z.int(LIST_START).min(0, LIST_START).max(MAX_LIST_START, LIST_START).optional(),
})

// "url from href (empty if none)": a link with an empty URL is stored, and rendered as text.
const linkUrl = z
  .string('A link needs a URL')
  .refine((url) => url === '' || isSafeUrl(url), 'A link has a URL that is not allowed')
const imageUrl = z
  .string('The URL of an image must be text')
  .refine((url) => url === '' || isSafeImageUrl(url), 'An image has a URL that is not allowed')

const singleEmptyText = (message: string) =>
  z.tuple([z.looseObject({ text: z.literal('', message) })], message)
const image = z
  .looseObject({
    align,
    url: imageUrl.optional(),
    filename: z.string().regex(IMAGE_FILENAME, 'An image names a file that is not one of ours').optional(),
    alt: text('The description of an image', MAX_IMAGE_TEXT.alt).optional(),
    caption: text('The caption of an image', MAX_IMAGE_TEXT.caption).optional(),
    credit: text('The credit of an image', MAX_IMAGE_TEXT.credit).optional(),
    children: singleEmptyText('An image holds a single empty text'),
  })
  .refine(
    ({ url, filename }) => url !== undefined || filename !== undefined,
    'An image needs a URL or a file',
  )

const NOTE = 'A footnote and its references need the same “note”: 1 to 100 characters'
/** Connects a footnote with its references. Unique in a text by convention only: normal form handles duplicates. */
const note = z.string(NOTE).min(1, NOTE).max(100, NOTE)

/** The keys of every block type. Other types, and other keys, are stored as they are. */
const SCHEMAS: Readonly<Record<BlockType, z.ZodType>> = {
  paragraph: plain,
  ...forHeadings(plain),
  'block-quote': plain,
  'bulleted-list': plain,
  'numbered-list': numberedList,
  'list-item': plain,
  'code-block': code,
  'code-line': plain,
  code,
  image,
  link: z.looseObject({ align, url: linkUrl }),
  footnote: z.looseObject({ align, note }),
  'footnote-reference': z.looseObject({
    align,
    note,
    children: singleEmptyText('A reference to a footnote holds a single empty text'),
  }),
}

const schemaOf = new Map(Object.entries(SCHEMAS))

/** Finds where blocks break the block model. Recurses: the blocks must have passed `findUnstorable`. */
const findBlockProblems = (blocks: readonly unknown[]): ContentProblem[] =>
  blocks
    .flatMap((block, index) =>
      isRecord(block) && 'text' in block
        ? [{ path: [index], message: 'Every text must stand in a block' }]
        : findNodeProblems(block, [index]),
    )
    .slice(0, MAX_PROBLEMS)

type Path = ContentProblem['path']

function findNodeProblems(node: unknown, path: Path): ContentProblem[] {
  if (!isRecord(node)) return [{ path, message: 'Content must consist of blocks and texts' }]
  if ('text' in node) {
    if (typeof node.text !== 'string') return [{ path: [...path, 'text'], message: 'A text must be text' }]
    if ('children' in node) return [{ path, message: 'A text cannot have children' }]
    return findKeyProblems(marks, node, path)
  }
  const { type, children } = node
  if (typeof type !== 'string' || type === '' || type.length > 100)
    return [{ path: [...path, 'type'], message: 'Every block needs a type of 1 to 100 characters' }]
  if (!Array.isArray(children))
    return [{ path: [...path, 'children'], message: 'Every block needs a list of children' }]
  return [
    ...findKeyProblems(schemaOf.get(type), node, path),
    ...children.flatMap((child, index) => findNodeProblems(child, [...path, 'children', index])),
  ]
}

function findKeyProblems(keys: z.ZodType | undefined, node: unknown, path: Path): ContentProblem[] {
  const issues = keys?.safeParse(node).error?.issues ?? []
  // JSON has no symbols.
  return issues.map(({ path: below, message }) => ({ path: [...path, ...(below as Path)], message }))
}

/** `in` is safe on records: `findUnstorable` has refused keys of prototypes, and `text` and `children` are none. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
