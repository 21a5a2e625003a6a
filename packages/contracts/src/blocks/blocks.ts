import { parse } from 'secure-json-parse'
import { z } from 'zod'
import { findBlockProblems } from './block-rules.ts'
import { CONTENT_LIMITS, type ContentProblem, findUnstorable } from './content-limits.ts'
import type { Block } from './nodes.ts'

const TOO_LARGE = { message: 'The text is too large: at most 1 MiB can be stored', isTooLarge: true } as const
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
      const read = typeof value === 'string' ? readJson(value) : { blocks: value }
      const problems = read.blocks ? findProblems(read.blocks) : [{ path: [], ...read }]
      for (const { path, message, isTooLarge } of problems)
        issues.push({ code: 'custom', input: undefined, path, message, params: { isTooLarge } })
      return read.blocks ?? []
    },
    encode: (blocks) => blocks,
  },
)

type Read = { blocks: Block[] } | { blocks?: never; message: string; isTooLarge?: true }

function readJson(json: string): Read {
  // A string has at least as many bytes as characters: the first test avoids encoding a text that is too long.
  if (json.length > CONTENT_LIMITS.bytes || byteLength(json) > CONTENT_LIMITS.bytes) {
    return TOO_LARGE
  }
  try {
    const blocks: unknown = parse(json, undefined, { protoAction: 'error', constructorAction: 'error' })
    return Array.isArray(blocks) ? { blocks } : { message: 'Content must be a list of blocks' }
  } catch {
    return { message: NOT_JSON }
  }
}

/** The order matters: recursion, also that of `JSON.stringify`, is safe only after `findUnstorable`. */
function findProblems(blocks: readonly unknown[]): ContentProblem[] {
  const unstorable = findUnstorable(blocks)
  if (unstorable) return [unstorable]
  if (byteLength(JSON.stringify(blocks)) > CONTENT_LIMITS.bytes) return [{ path: [], ...TOO_LARGE }]
  return findBlockProblems(blocks)
}

const byteLength = (text: string) => new TextEncoder().encode(text).length
