import { element } from '../element.ts'
import { showToast } from '../toast.ts'
import {
  beginningOf,
  findBlock,
  forgetPosition,
  type ReadingPosition,
  readPosition,
  savePosition,
} from './reading-positions.ts'

/** Milliseconds without scrolling after which a place counts as one where somebody stopped. */
const STILL_FOR = 400
/** Pixels from the upper edge to the line that is being read. */
const LINE = 96

/** Closes the offer that is shown. While there is one, the place it leads to is kept. */
let closeOffer: (() => void) | undefined

/** Notes where a story was left, in this browser only. */
export function keepPlaces(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer)
      timer = setTimeout(notePlace, STILL_FOR)
    },
    { passive: true },
  )
  addEventListener('pagehide', () => {
    clearTimeout(timer)
    if (scrollY > 0) notePlace()
  })
}

/** Offers the place where the story on this page was left. It never scrolls by itself. */
export function offerPlace(): void {
  closeOffer?.()
  closeOffer = undefined
  const story = readStory()
  const place = story && readPosition(story.article)
  // An address that names a heading says where the reader wants to go.
  if (!place || location.hash) return
  const target = topOf(story.blocks, place)
  // The browser has come back to it already, or it is in view.
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
    goTo(story.blocks, place)
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

function notePlace(): void {
  const story = readStory()
  if (!story) return
  const { article, blocks } = story
  const last = blocks.at(-1)?.getBoundingClientRect()
  if (last && last.bottom <= innerHeight) {
    endOffer()
    forgetPosition(article)
    return
  }
  // The beginning is found without help.
  if (scrollY < innerHeight / 2) return
  const index = blocks.findIndex((block) => block.getBoundingClientRect().bottom > LINE)
  const block = blocks[index]
  if (!block) return
  const kept = closeOffer && readPosition(article)
  if (kept && topOf(blocks, kept) > scrollY + LINE) return
  endOffer()
  const { top, height } = block.getBoundingClientRect()
  const part = height > 0 ? Math.min(Math.max((LINE - top) / height, 0), 1) : 0
  savePosition({ article, block: index, part, text: beginningOf(block) })
}

function goTo(blocks: readonly HTMLElement[], place: ReadingPosition): void {
  const block = findBlock(blocks, place)
  if (!(block instanceof HTMLElement)) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: topOf(blocks, place) - LINE, behavior: isCalm ? 'auto' : 'smooth' })
  // Reading aloud and tabbing go on from here too.
  block.tabIndex = -1
  block.focus({ preventScroll: true })
}

/** Where a place is on the page as it is laid out now, in pixels. */
function topOf(blocks: readonly HTMLElement[], place: ReadingPosition): number {
  const box = findBlock(blocks, place)?.getBoundingClientRect()
  return box ? scrollY + box.top + box.height * place.part : 0
}

function readStory() {
  const story = document.querySelector<HTMLElement>('[data-article-id]')
  const article = story?.dataset.articleId
  const blocks = [...(story?.querySelectorAll<HTMLElement>('.prose > *') ?? [])]
  return article && blocks.length > 0 ? { article, blocks } : undefined
}
