import { type Block, CONTENT_LIMITS, findUnstorable, measureBlock } from '@nightdesk/contracts'

/** Why blocks are too large to be stored, as a sentence for the writer; undefined if they are not. */
export function sizeProblem(blocks: readonly Block[]): string | undefined {
  const problem = findUnstorable(blocks)
  if (problem) return problem.message
  const bytes = blocks.reduce((sum, block) => sum + measureBlock(block).bytes, 0)
  return bytes > CONTENT_LIMITS.bytes ? 'The text is too large: at most 1 MiB can be stored' : undefined
}
