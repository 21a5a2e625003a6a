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
  closeOffer?.()
  closeOffer = undefined
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
  const blocks = [...(story?.querySelectorAll<HTMLElement>('.prose > *') ?? [])]
  return article && blocks.length > 0 ? { article, blocks } : undefined
}
