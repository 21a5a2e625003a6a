// The names of the block model, without the weight of a schema.

export const MARKS = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const
export type Mark = (typeof MARKS)[number]

export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

export const HEADINGS = [
  'heading-one',
  'heading-two',
  'heading-three',
  'heading-four',
  'heading-five',
  'heading-six',
] as const
export type Heading = (typeof HEADINGS)[number]

const LEVELS = new Map<string, number>(HEADINGS.map((type, index) => [type, index + 1]))
/** 1 to 6; 0 for a type that is not a heading. */
export const headingLevel = (type: string): number => LEVELS.get(type) ?? 0

/** The highest number that a numbered list may begin with: HTML has 32 bits for it. */
export const MAX_LIST_START = 2 ** 31 - 1
