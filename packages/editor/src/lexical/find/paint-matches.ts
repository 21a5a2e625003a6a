import {
  $getNodeByKey,
  $isElementNode,
  type LexicalEditor,
  type NodeKey,
  registerEventListeners,
} from 'lexical'
import { $readBlockText, type BlockText, domRange } from '../block-text.ts'
import { highlight, reveal } from '../on-screen.ts'
import type { Match } from './search.ts'

/** Names of the highlights that `find.css` styles. */
const ALL = 'editor-match'
const CURRENT = 'editor-match-current'
/** In one block alone, such as a whole book in one paragraph, more are found than are painted. */
const MAX_PAINTED = 2_000

/**
 * Highlights the matches on the screen and around it, and follows the scroll position: tens of thousands of highlights
 * would slow down every key. CSS highlights do not change the document.
 */
export function createPainter(editor: LexicalEditor) {
  let matches: readonly Match[] = []
  let current: Match | undefined
  let frame = 0

  const draw = () => {
    frame = 0
    const near = matchesNear(editor, matches).slice(0, MAX_PAINTED)
    highlight(ALL, rangesOf(editor, near))
    highlight(CURRENT, rangesOf(editor, current ? [current] : []), 1)
  }
  const plan = () => {
    frame ||= requestAnimationFrame(draw)
  }
  const stopFollowing = registerEventListeners(window, { scroll: plan, resize: plan }, { passive: true })
  return {
    paint: (all: readonly Match[], chosen: Match | undefined) => {
      matches = all
      current = chosen
      draw()
    },
    reveal: (match: Match) => {
      const [range] = rangesOf(editor, [match])
      if (range) reveal(editor, range)
    },
    stop: () => {
      cancelAnimationFrame(frame)
      stopFollowing()
      for (const name of [ALL, CURRENT]) highlight(name, [])
    },
  }
}

/** The matches whose blocks are at most the height of the window away from it. */
function matchesNear(editor: LexicalEditor, matches: readonly Match[]): readonly Match[] {
  const { innerHeight } = window
  const boxOf = ({ key }: Match) => editor.getElementByKey(key)?.getBoundingClientRect()
  const first = firstWhere(matches, (match) => (boxOf(match)?.bottom ?? 0) > -innerHeight)
  const last = firstWhere(matches, (match) => (boxOf(match)?.top ?? 0) > 2 * innerHeight)
  return matches.slice(first, last)
}

/** The index of the first item with a property that all later items have, too. */
function firstWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && holds(item)) high = middle
    else low = middle + 1
  }
  return low
}

function rangesOf(editor: LexicalEditor, matches: readonly Match[]): Range[] {
  const known = new Map<NodeKey, BlockText | null>()
  return matches.flatMap(({ key, start, end }) => {
    const block = known.get(key) ?? readBlock(editor, key)
    known.set(key, block)
    return (block && domRange(editor, block, start, end)) ?? []
  })
}

const readBlock = (editor: LexicalEditor, key: NodeKey): BlockText | null =>
  editor.getEditorState().read(() => {
    const block = $getNodeByKey(key)
    return $isElementNode(block) ? $readBlockText(block) : null
  })
