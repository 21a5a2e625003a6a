import { read, write } from '../../../local-storage.ts'

/** Where a reader stopped in an article. */
export interface ReadingPosition {
  article: string
  /** Index among the blocks of the text. */
  block: number
  /** Fraction of the block's height, 0 to 1, so that it holds for any size of window and text. */
  part: number
  /** The beginning of the block, which finds it again after blocks before it were added or removed. */
  text: string
}

/** In local storage. */
export const POSITIONS_KEY = 'reading_places'
/** Unfinished stories, the last read first; the one read longest ago is dropped. */
const MAX_POSITIONS = 30

export function readPosition(article: string): ReadingPosition | undefined {
  return readPositions().find((position) => position.article === article)
}

export function savePosition(position: ReadingPosition): void {
  writePositions([position, ...others(position.article)].slice(0, MAX_POSITIONS))
}

export function forgetPosition(article: string): void {
  if (readPosition(article)) writePositions(others(article))
}

const others = (article: string) => readPositions().filter((position) => position.article !== article)

const writePositions = (positions: ReadingPosition[]) =>
  write(POSITIONS_KEY, positions.length > 0 ? JSON.stringify(positions) : null)

/** Ignores values that other code may have stored. */
function readPositions(): ReadingPosition[] {
  try {
    const positions: unknown = JSON.parse(read(POSITIONS_KEY) ?? '[]')
    return Array.isArray(positions) ? positions.filter(isPosition) : []
  } catch {
    return []
  }
}

function isPosition(value: unknown): value is ReadingPosition {
  const { article, block, part, text } = Object(value) as Partial<ReadingPosition> // each is checked below
  return (
    typeof article === 'string' &&
    typeof text === 'string' &&
    Number.isInteger(block) &&
    typeof part === 'number' &&
    part >= 0 &&
    part <= 1
  )
}

const BEGINNING = 40

/** The beginning of a block, which identifies it. */
export const beginningOf = (block: Element): string => (block.textContent ?? '').trim().slice(0, BEGINNING)

/** The nearest block with the same beginning, or else the block at the same index. */
export function findBlock(blocks: readonly Element[], { block, text }: ReadingPosition): Element | undefined {
  let nearest: number | undefined
  for (const [index, candidate] of blocks.entries()) {
    if (beginningOf(candidate) !== text) continue
    if (nearest === undefined || Math.abs(index - block) < Math.abs(nearest - block)) nearest = index
  }
  return blocks[nearest ?? Math.min(block, blocks.length - 1)]
}
