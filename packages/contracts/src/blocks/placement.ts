/** Where an element may be: among blocks, within a line of text, or in both places. */
type AllowedPlacement = 'block' | 'inline' | 'both'

interface BlockTypeRule {
  placement: AllowedPlacement
  /** A void element has no text of its own: one empty text is its only child. */
  isVoid?: true
}

const BLOCK: BlockTypeRule = { placement: 'block' }

/** Every type of the block model. Types that are not listed count as blocks that hold text or blocks. */
export const BLOCK_TYPES = {
  paragraph: BLOCK,
  'heading-one': BLOCK,
  'heading-two': BLOCK,
  'heading-three': BLOCK,
  'heading-four': BLOCK,
  'heading-five': BLOCK,
  'heading-six': BLOCK,
  'block-quote': BLOCK,
  'bulleted-list': BLOCK,
  'numbered-list': BLOCK,
  'list-item': BLOCK,
  'code-block': BLOCK,
  'code-line': BLOCK,
  code: BLOCK,
  image: { placement: 'both', isVoid: true },
  link: { placement: 'inline' },
  /** A note below the text: one line of text, named by its key `note`. */
  footnote: BLOCK,
  /** The place in the text that a footnote belongs to. Its number follows from the order of references. */
  'footnote-reference': { placement: 'inline', isVoid: true },
} as const satisfies Record<string, BlockTypeRule>
export type BlockType = keyof typeof BLOCK_TYPES

const RULES = new Map<string, BlockTypeRule>(Object.entries(BLOCK_TYPES))

/** Whether an element of a type makes its siblings inline, as a text does. */
export const isInlineType = (type: string): boolean => RULES.get(type)?.placement === 'inline'
/** Whether an element of a type may be within a line of text. */
export const canBeInline = (type: string): boolean => (RULES.get(type)?.placement ?? 'block') !== 'block'
export const isVoidType = (type: string): boolean => RULES.get(type)?.isVoid === true
