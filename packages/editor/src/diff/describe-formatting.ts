import type { Block } from '@nightdesk/contracts'
import { referencesIn } from '../footnotes/collect-footnotes.ts'
import { describeBlocks } from './formatting.ts'
import type { InlineDiff } from './inline.ts'

interface FormattingChange {
  /** Of the block as a whole: "was Heading 2, now Text". Undefined if there is none. */
  ofBlock: string | undefined
  /** Of words that both versions have, each once: "was bold". */
  ofWords: string[]
}

/** What an edit changed besides words. Every edit without other words has a description. */
export function describeFormatting(
  before: Block,
  after: Block,
  changes: InlineDiff['changes'],
): FormattingChange {
  const ofWords = [...changes.values()].flatMap((change) =>
    change.kind === 'formatted' ? [change.description] : [],
  )
  const rest = changes.size === 0 ? describeRest(before, after) : undefined
  return { ofBlock: describeBlocks(before, after) ?? rest, ofWords: [...new Set(ofWords)] }
}

const describeRest = (before: Block, after: Block) =>
  notesIn(before) === notesIn(after) ? 'Formatting changed' : 'Footnotes changed'

const notesIn = (block: Block) => JSON.stringify(referencesIn(block).map((reference) => reference.block.note))
