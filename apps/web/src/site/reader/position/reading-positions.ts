import { read, write } from '../storage.ts'

/** Where a reader stopped: in which block of which article, and how far in it. */
export interface ReadingPosition {
  article: string
  /** Position among the blocks of the text. */
  block: number
  /** Of the block's height, 0 to 1: it holds whatever the size of window and letters. */
  part: number
  /** How the block begins: it is found again when others were put before it or taken away. */
  text: string
}

const KEY = 'reading_places'
/** Stories left unfinished, newest first; what was left longest ago is forgotten. */
const MAX_PLACES = 30

export function readPosition(article: string): ReadingPosition | undefined {
  return readPositions().find((place) => place.article === article)
}

export function savePosition(place: ReadingPosition): void {
  writePositions([place, ...others(place.article)].slice(0, MAX_PLACES))
}

export function forgetPosition(article: string): void {
  if (readPosition(article)) writePositions(others(article))
}

const others = (article: string) => readPositions().filter((place) => place.article !== article)

const writePositions = (places: ReadingPosition[]) =>
  write(KEY, places.length > 0 ? JSON.stringify(places) : null)

/** Anything may have been written there. */
function readPositions(): ReadingPosition[] {
  try {
    const places: unknown = JSON.parse(read(KEY) ?? '[]')
    return Array.isArray(places) ? places.filter(isPosition) : []
  } catch {
    return []
  }
}

function isPosition(value: unknown): value is ReadingPosition {
  const { article, block, part, text } = Object(value) as Partial<ReadingPosition> // each is looked at right here
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

/** How a block begins, to know it by. */
export const beginningOf = (block: Element): string => (block.textContent ?? '').trim().slice(0, BEGINNING)

/** The block that a place names: the nearest one that begins so, else the one at its position. */
export function findBlock(blocks: readonly Element[], { block, text }: ReadingPosition): Element | undefined {
  let nearest: number | undefined
  for (const [index, candidate] of blocks.entries()) {
    if (beginningOf(candidate) !== text) continue
    if (nearest === undefined || Math.abs(index - block) < Math.abs(nearest - block)) nearest = index
  }
  return blocks[nearest ?? Math.min(block, blocks.length - 1)]
}
