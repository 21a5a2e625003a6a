import { readList, write } from '../../local-storage.ts'
import { element } from './element.ts'
import { showToast } from './toast.ts'

/** Milliseconds without scrolling after which the reader has stopped. */
const STILL_FOR = 400
/** Pixels from the top of the window to the line being read. */
const LINE = 96

/** Closes the shown offer. An earlier position does not replace the offered one. */
let closeOffer: (() => void) | undefined

/** Stores the reading position of stories, in this browser only. */
export function trackReadingPosition(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(recordPosition, STILL_FOR)
    },
    { passive: true },
  )
  addEventListener('pagehide', () => {
    clearTimeout(timer)
    if (scrollY > 0) recordPosition()
  })
}

/** Offers to continue the story of this page at its stored position. It never scrolls unasked. */
export function offerReadingPosition(): void {
  endOffer()
  const story = readStory()
  const position = story && readPosition(story.article)
  // An address with a fragment has its own target.
  if (!position || location.hash) return
  const target = topOf(story.blocks, position)
  // The position is in view, or the browser has restored it.
  if (target - scrollY < innerHeight) return
  const go = element('button', {
    type: 'button',
    className: 'toast-action',
    textContent: 'Continue where you stopped',
  })
  const close = showToast('You were reading this story', go)
  closeOffer = close
  go.addEventListener('click', () => {
    endOffer()
    goTo(story.blocks, position)
  })
  go.parentElement?.querySelector('.toast-close')?.addEventListener('click', () => {
    closeOffer = undefined
    forgetPosition(story.article)
  })
}

function endOffer(): void {
  closeOffer?.()
  closeOffer = undefined
}

function recordPosition(): void {
  const story = readStory()
  if (!story) return
  const { article, blocks } = story
  const last = blocks.at(-1)?.getBoundingClientRect()
  if (last && last.bottom <= innerHeight) {
    endOffer()
    forgetPosition(article)
    return
  }
  // The beginning needs no bookmark.
  if (scrollY < innerHeight / 2) return
  const index = blocks.findIndex((block) => block.getBoundingClientRect().bottom > LINE)
  const block = blocks[index]
  if (!block) return
  const offered = closeOffer && readPosition(article)
  if (offered && topOf(blocks, offered) > scrollY + LINE) return
  endOffer()
  const { top, height } = block.getBoundingClientRect()
  const part = height > 0 ? Math.min(Math.max((LINE - top) / height, 0), 1) : 0
  savePosition({ article, block: index, part, text: beginningOf(block) })
}

function goTo(blocks: readonly HTMLElement[], position: ReadingPosition): void {
  const block = findBlock(blocks, position)
  if (!(block instanceof HTMLElement)) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: topOf(blocks, position) - LINE, behavior: isCalm ? 'auto' : 'smooth' })
  // Screen readers and the Tab key continue here too.
  block.tabIndex = -1
  block.focus({ preventScroll: true })
}

/** Pixels from the top of the page to a position, in the current layout. */
function topOf(blocks: readonly HTMLElement[], position: ReadingPosition): number {
  const box = findBlock(blocks, position)?.getBoundingClientRect()
  return box ? scrollY + box.top + box.height * position.part : 0
}

function readStory() {
  const story = document.querySelector<HTMLElement>('[data-article-id]')
  const article = story?.dataset.articleId
  // Whoever has read the text has finished it: notes are read beside their references.
  const blocks = [...(story?.querySelectorAll<HTMLElement>('.prose > :not(.footnotes)') ?? [])]
  return article && blocks.length > 0 ? { article, blocks } : undefined
}

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

const readPositions = () => readList(POSITIONS_KEY, isPosition)

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
const beginningOf = (block: Element): string => (block.textContent ?? '').trim().slice(0, BEGINNING)

/** The nearest block with the same beginning, or else the block at the same index. */
export function findBlock(blocks: readonly Element[], { block, text }: ReadingPosition): Element | undefined {
  let nearest: number | undefined
  for (const [index, candidate] of blocks.entries()) {
    if (beginningOf(candidate) !== text) continue
    if (nearest === undefined || Math.abs(index - block) < Math.abs(nearest - block)) nearest = index
  }
  return blocks[nearest ?? Math.min(block, blocks.length - 1)]
}
