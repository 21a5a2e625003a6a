import {
  $createTextNode,
  $getNodeByKey,
  $getRoot,
  $isElementNode,
  $isTabNode,
  $isTextNode,
  type EditorState,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  registerEventListeners,
  SKIP_DOM_SELECTION_TAG,
  type TextNode,
} from 'lexical'
import {
  $blocksWithText,
  $positionOfSelection,
  $readBlockText,
  $spliceText,
  type BlockText,
  domRange,
  type Piece,
  type Position,
} from '../block-text.ts'
import { $isUntouched } from '../content.ts'
import { highlight, reveal } from '../on-screen.ts'
import { type IdleWork, inIdleSlices } from '../when-idle.ts'
import { createSearch, type Match, type Query, type Span } from './search.ts'

/** Names of the highlights that `find.css` styles. */
const ALL = 'editor-match'
const CURRENT = 'editor-match-current'

/** In one block alone, such as a whole book in one paragraph, more are found than are painted. */
const MAX_PAINTED = 2_000

/**
 * Finds and replaces in the text of an editor, beginning at its selection. Highlights the matches on the screen and around it,
 * and follows the scroll position: tens of thousands of highlights would slow down every key.
 */
export class Finder {
  readonly #editor: LexicalEditor
  readonly #watcher
  readonly #stopFollowing
  #frame = 0
  readonly #listeners = new Set<() => void>()
  #blocks: readonly SearchedBlock[] = []
  #matches: readonly Match[] = []
  #current = -1
  /** The current match is the first one from here. */
  #position
  /** What the find bar shows: the number of the current match, from 1, or 0 without a match. */
  #found: { total: number; number: number } | undefined
  /** Whether the current match is to be scrolled to once the text is searched. */
  #isSought = false

  constructor(editor: LexicalEditor) {
    this.#editor = editor
    this.#position = editor.read($positionOfSelection)
    this.#watcher = watchMatches(editor, (blocks) => {
      this.#blocks = blocks
      this.#matches = blocks.flatMap(({ key, spans }) => spans.map((span) => ({ ...span, key })))
      this.#show(matchAfter(blocks, this.#matches, this.#position))
    })
    const plan = () => {
      this.#frame ||= requestAnimationFrame(() => this.#paint())
    }
    this.#stopFollowing = registerEventListeners(window, { scroll: plan, resize: plan }, { passive: true })
  }

  setQuery(query: Query): void {
    this.#isSought = true
    this.#watcher.setQuery(query)
  }

  /** For `useSyncExternalStore`. Undefined until the text is searched. */
  readonly found = () => this.#found

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes to the next or previous match; from the caret if the text has the focus, and then selects it. */
  step(by: 1 | -1): void {
    this.#watcher.flush()
    const isInText = document.activeElement === this.#editor.getRootElement()
    const caret = isInText ? this.#editor.read($positionOfSelection) : null
    const match = this.#matches[this.#current]
    const isAtCurrent = !caret || (caret.key === match?.key && caret.offset === match.start)
    const next = isAtCurrent
      ? this.#current + by
      : matchAfter(this.#blocks, this.#matches, caret) - (by === 1 ? 0 : 1)
    this.#goTo(next)
    if (caret) this.select()
  }

  /** Replaces the current match, and goes to the next. */
  replace(text: string): void {
    this.#watcher.flush()
    const match = this.#matches[this.#current]
    if (!match) return
    this.#replace([{ key: match.key, spans: [match] }], text)
    this.#position = { key: match.key, offset: match.start + text.length }
    this.#isSought = true
    this.#watcher.flush()
  }

  /** As one step of undo. @returns the number of replaced matches */
  replaceAll(text: string): number {
    this.#watcher.flush()
    const count = this.#matches.length
    this.#replace(this.#blocks, text)
    this.#watcher.flush()
    return count
  }

  select(): void {
    const match = this.#matches[this.#current]
    if (match) this.#editor.update(() => $selectMatch(match))
  }

  stop(): void {
    this.#watcher.stop()
    this.#stopFollowing()
    cancelAnimationFrame(this.#frame)
    for (const name of [ALL, CURRENT]) highlight(name, [])
  }

  #replace(blocks: readonly SearchedBlock[], text: string): void {
    this.#editor.update(() => $replaceAll(blocks, text), {
      discrete: true,
      tag: [HISTORY_PUSH_TAG, SKIP_DOM_SELECTION_TAG],
    })
  }

  #goTo(index: number): void {
    const { length } = this.#matches
    const next = length > 0 ? (index + length) % length : -1
    const match = this.#matches[next]
    if (match) this.#position = { key: match.key, offset: match.start }
    this.#isSought = true
    this.#show(next)
  }

  #show(current: number): void {
    this.#current = current
    this.#found = { total: this.#matches.length, number: current + 1 }
    const [range] = this.#paint()
    if (this.#isSought && range) reveal(this.#editor, range)
    this.#isSought = false
    for (const listener of this.#listeners) listener()
  }

  /** @returns the range of the current match, if there is one */
  #paint(): Range[] {
    this.#frame = 0
    const near = matchesNear(this.#editor, this.#matches).slice(0, MAX_PAINTED)
    const match = this.#matches[this.#current]
    const current = rangesOf(this.#editor, match ? [match] : [])
    highlight(ALL, rangesOf(this.#editor, near))
    highlight(CURRENT, current, 1)
    return current
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
    const block = known.get(key) ?? editor.getEditorState().read(() => $blockTextAt(key))
    known.set(key, block)
    return (block && domRange(editor, block, start, end)) ?? []
  })
}

function $blockTextAt(key: NodeKey): BlockText | null {
  const block = $getNodeByKey(key)
  return $isElementNode(block) ? $readBlockText(block) : null
}

/**
 * The index of the first match at or after a position; after the last match it is that of the first. -1 without matches. A
 * position in a removed block is the start of the text.
 */
function matchAfter(
  blocks: readonly SearchedBlock[],
  matches: readonly Match[],
  position: Position | null,
): number {
  const place = blocks.findIndex(({ key }) => key === position?.key)
  const before = blocks.slice(0, Math.max(0, place)).reduce((sum, { spans }) => sum + spans.length, 0)
  const within = blocks[place]?.spans.filter(({ start }) => start < (position?.offset ?? 0)).length ?? 0
  const index = before + within
  return index < matches.length ? index : Math.min(0, matches.length - 1)
}

/** Replaces parts of the text of blocks. A replacement has the marks of the first character that it replaces. */
export function $replaceAll(blocks: readonly SearchedBlock[], replacement: string): void {
  for (const { key, spans } of blocks) {
    const pieces = (spans.length > 0 && $blockTextAt(key)?.pieces) || []
    // From the end, so that the offsets before it remain right.
    for (const span of spans.toReversed()) $replaceSpan(pieces, span, replacement)
  }
}

function $replaceSpan(pieces: readonly Piece[], { start, end }: Span, replacement: string): void {
  const replaced = pieces.filter((piece) => piece.end > start && piece.start < end)
  for (const piece of replaced.toReversed()) {
    const node = $getNodeByKey(piece.key)
    const from = Math.max(0, start - piece.start)
    const count = Math.min(piece.end, end) - piece.start - from
    if ($isTextNode(node)) $splice(node, from, count, piece === replaced[0] ? replacement : '')
    else node?.remove()
  }
}

function $splice(node: TextNode, from: number, count: number, text: string): void {
  const isWhole = count === node.getTextContentSize()
  if (isWhole && text === '') node.remove()
  // A tab is a text node that holds nothing else.
  else if ($isTabNode(node)) node.replace($createTextNode(text).setFormat(node.getFormat()))
  else $spliceText(node, from, count, text)
}

/** A block with text, and the matches in it. */
export interface SearchedBlock {
  key: NodeKey
  spans: Span[]
}

/** The blocks of each child of the root, in a state of the text. */
interface Searched {
  state: EditorState
  blocks: Map<NodeKey, SearchedBlock[]>
}

/**
 * Calls back with all blocks after each search. Searches in slices while the browser is idle, and after a change only what
 * has changed.
 */
export function watchMatches(editor: LexicalEditor, onSearched: (blocks: readonly SearchedBlock[]) => void) {
  let search = createSearch({ text: '', isExact: false, isWholeWords: false })
  let known: Searched | undefined
  let running: IdleWork | undefined

  const begin = () => {
    running = inIdleSlices(searchBlocks(editor.getEditorState(), search, known), (searched) => {
      known = searched
      running = undefined
      // The text has changed meanwhile.
      if (editor.getEditorState() !== searched.state) begin()
      onSearched([...searched.blocks.values()].flat())
    })
  }
  const stopListening = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size + dirtyLeaves.size > 0 && !running) begin()
  })
  return {
    setQuery: (query: Query) => {
      running?.cancel()
      search = createSearch(query)
      known = undefined
      begin()
    },
    /** Searches what is not searched yet, at once. */
    flush: () => {
      if (!running) begin()
      while (running) running.finish()
    },
    stop: () => {
      running?.cancel()
      stopListening()
    },
  }
}

/** Yields after each child of the root. */
function* searchBlocks(
  state: EditorState,
  search: (text: string) => Span[],
  known: Searched | undefined,
): Generator<undefined, Searched> {
  const blocks: Searched['blocks'] = new Map()
  for (const child of state.read(() => $getRoot().getChildren())) {
    const key = child.getKey()
    const found = state.read(() => {
      const isKnown = known && $isUntouched(child, known.state)
      return (isKnown && known.blocks.get(key)) || $searchIn(child, search)
    })
    blocks.set(key, found)
    yield
  }
  return { state, blocks }
}

const $searchIn = (node: LexicalNode, search: (text: string) => Span[]): SearchedBlock[] =>
  $blocksWithText(node).map((block) => ({
    key: block.getKey(),
    spans: search($readBlockText(block).text),
  }))

function $selectMatch(match: Match): void {
  const pieces = $blockTextAt(match.key)?.pieces ?? []
  const first = pieces.find(({ end }) => end > match.start)
  const last = pieces.findLast(({ start }) => start < match.end)
  if (!first || !last) return
  const node = $getNodeByKey(first.key)
  const start = match.start - first.start
  if ($isTextNode(node)) node.select(start, start).focus.set(last.key, match.end - last.start, 'text')
}
