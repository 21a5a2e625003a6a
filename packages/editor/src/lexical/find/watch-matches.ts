import { $getRoot, type EditorState, type LexicalEditor, type LexicalNode, type NodeKey } from 'lexical'
import { $isUntouched } from '../changes.ts'
import { whenIdle } from '../lazy/when-idle.ts'
import { $blocksWithText, $readBlockText } from '../text/block-text.ts'
import { createSearch, type Query, type Span } from './search.ts'

/** Milliseconds per slice: too short to be noticed while typing. */
const SLICE_MS = 6

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

export interface MatchWatcher {
  setQuery(query: Query): void
  /** Searches what is not searched yet, at once. */
  flush(): void
  stop(): void
}

/**
 * Calls back with all blocks after each search. Searches in slices while the browser is idle, and after a change only what
 * has changed.
 */
export function watchMatches(
  editor: LexicalEditor,
  onSearched: (blocks: readonly SearchedBlock[]) => void,
): MatchWatcher {
  let search = createSearch({ text: '', isExact: false, isWholeWords: false })
  let known: Searched | undefined
  let running: Iterator<undefined, Searched> | undefined
  let cancel = () => {}

  const begin = () => {
    running = searchBlocks(editor.getEditorState(), search, known)
  }
  const work = (end: number) => {
    cancel()
    while (running) {
      const { done, value } = running.next()
      if (done) finish(value)
      else if (performance.now() > end) {
        cancel = whenIdle(() => work(performance.now() + SLICE_MS))
        return
      }
    }
  }
  const finish = (searched: Searched) => {
    known = searched
    running = undefined
    // The text has changed meanwhile.
    if (editor.getEditorState() !== searched.state) begin()
    onSearched([...searched.blocks.values()].flat())
  }
  const plan = () => {
    cancel()
    cancel = whenIdle(() => work(performance.now() + SLICE_MS))
  }

  const stopListening = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size + dirtyLeaves.size === 0 || running) return
    begin()
    plan()
  })
  return {
    setQuery: (query) => {
      search = createSearch(query)
      known = undefined
      begin()
      plan()
    },
    flush: () => {
      running ??= searchBlocks(editor.getEditorState(), search, known)
      work(Number.POSITIVE_INFINITY)
    },
    stop: () => {
      cancel()
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
