import { type ElementNode, HEADINGS, headingLevel, type Node } from '@nightdesk/contracts'
import { hasText, headingsIn } from '../../render/heading-levels.ts'
import { withKeys } from './with-keys.ts'

interface HeadingStep {
  heading: ElementNode
  level: number
  /** The level of the heading that it is under; undefined for the first of its rank. */
  above: number | undefined
  /** Its level without skipped levels. */
  corrected: number
}

/** The headings of a text that skip a level. Readers do not see the gap: see `headingLevels`. */
export const skippingHeadings = (blocks: readonly Node[]): HeadingStep[] =>
  headingSteps(blocks, () => true).filter(({ level, above }) => above !== undefined && level > above + 1)

/** The text without skipped levels in the sections of these headings. The outline that readers get stays the same. */
export function correctLevels<T extends Node>(blocks: readonly T[], chosen: ReadonlySet<Node>): T[] {
  const types = new Map<Node, { type: string }>(
    headingSteps(blocks, (heading) => chosen.has(heading)).flatMap(({ heading, level, corrected }) => {
      const type = HEADINGS[corrected - 1]
      return type === undefined || corrected === level ? [] : [[heading, { type }]]
    }),
  )
  return blocks.map((block) => withKeys(block, types))
}

/** The first heading of a text keeps its level, and so do headings outside of the corrected sections. */
function headingSteps(blocks: readonly Node[], isCorrected: (heading: Node) => boolean): HeadingStep[] {
  const open: { level: number; corrected: number; isInside: boolean }[] = []
  return headingsIn(blocks).flatMap((heading) => {
    const level = headingLevel(heading.type)
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    if (!hasText(heading)) return []
    const parent = open.at(-1)
    const isInside = parent?.isInside || isCorrected(heading)
    const corrected = parent && isInside ? parent.corrected + 1 : level
    open.push({ level, corrected, isInside })
    return [{ heading, level, above: parent?.level, corrected }]
  })
}
