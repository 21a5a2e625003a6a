import { read, write } from './storage.ts'

/** Where a reader stopped: in which block of which article, and how far in it. */
export interface Place {
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

export function readPlace(article: string): Place | undefined {
  return readPlaces().find((place) => place.article === article)
}

export function keepPlace(place: Place): void {
  writePlaces([place, ...others(place.article)].slice(0, MAX_PLACES))
}

export function forgetPlace(article: string): void {
  if (readPlace(article)) writePlaces(others(article))
}

const others = (article: string) => readPlaces().filter((place) => place.article !== article)

const writePlaces = (places: Place[]) => write(KEY, places.length > 0 ? JSON.stringify(places) : null)

/** Anything may have been written there. */
function readPlaces(): Place[] {
  try {
    const places: unknown = JSON.parse(read(KEY) ?? '[]')
    return Array.isArray(places) ? places.filter(isPlace) : []
  } catch {
    return []
  }
}

function isPlace(value: unknown): value is Place {
  const { article, block, part, text } = Object(value) as Partial<Place> // each is looked at right here
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
export function findBlock(blocks: readonly Element[], { block, text }: Place): Element | undefined {
  let nearest: number | undefined
  for (const [index, candidate] of blocks.entries()) {
    if (beginningOf(candidate) !== text) continue
    if (nearest === undefined || Math.abs(index - block) < Math.abs(nearest - block)) nearest = index
  }
  return blocks[nearest ?? Math.min(block, blocks.length - 1)]
}
