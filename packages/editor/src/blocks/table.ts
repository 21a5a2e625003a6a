import type { BlockRule } from './block.ts'
import { blockQuote } from './block-quote.tsx'
import { code, codeLine } from './code.tsx'
import { heading } from './heading.tsx'
import { image } from './image.tsx'
import { link } from './link.tsx'
import { list, listItem } from './list.tsx'
import { paragraph } from './paragraph.tsx'
import { unknown } from './unknown.tsx'

/** Every kind of block. Adding one means adding a file and its row here. */
const BLOCKS: readonly BlockRule[] = [
  paragraph,
  heading,
  blockQuote,
  list,
  listItem,
  code,
  codeLine,
  image,
  link,
  unknown,
]

const byType = new Map(BLOCKS.flatMap((rule) => rule.types.map((type) => [type, rule])))
const byLexicalType = new Map(BLOCKS.flatMap((rule) => rule.lexicalTypes.map((type) => [type, rule])))

/** The row of a type in stored content; the row for unknown blocks if there is none. */
export const ruleOf = (type: string): BlockRule => byType.get(type) ?? unknown
/** The row that made a Lexical node. */
export const ruleOfLexical = (type: string): BlockRule | undefined => byLexicalType.get(type)
