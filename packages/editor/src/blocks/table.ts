import type { BlockType } from '@nightdesk/contracts'
import type { BlockRule } from './block.ts'
import { blockQuote } from './block-quote.tsx'
import { code, codeLine } from './code.tsx'
import { footnote, footnoteReference } from './footnote.tsx'
import { heading } from './heading.tsx'
import { image } from './image.tsx'
import { link } from './link.tsx'
import { list, listItem } from './list.tsx'
import { paragraph } from './paragraph.tsx'
import { unknown } from './unknown.tsx'

/** The rule of each block type. Several types may share one. */
const RULES: Readonly<Record<BlockType, BlockRule>> = {
  paragraph,
  'heading-one': heading,
  'heading-two': heading,
  'heading-three': heading,
  'heading-four': heading,
  'heading-five': heading,
  'heading-six': heading,
  'block-quote': blockQuote,
  'bulleted-list': list,
  'numbered-list': list,
  'list-item': listItem,
  'code-block': code,
  'code-line': codeLine,
  code,
  image,
  link,
  footnote,
  'footnote-reference': footnoteReference,
}

const byType = new Map(Object.entries(RULES))
const byLexicalType = new Map(
  [...Object.values(RULES), unknown].flatMap((rule) => rule.lexicalTypes.map((type) => [type, rule])),
)

/** The rule of a type in stored content; the rule for unknown blocks if it has none. */
export const ruleOf = (type: string): BlockRule => byType.get(type) ?? unknown
/** The rule that made a Lexical node. */
export const ruleOfLexical = (type: string): BlockRule | undefined => byLexicalType.get(type)
