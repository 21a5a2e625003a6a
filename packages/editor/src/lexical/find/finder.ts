import { HISTORY_PUSH_TAG, type LexicalEditor, SKIP_DOM_SELECTION_TAG } from 'lexical'
import { $positionOfSelection, $selectMatch } from './match-selection.ts'
import { type Match, matchAfter, matchesIn } from './matches.ts'
import { createPainter } from './paint-matches.ts'
import { $replaceAll } from './replace-all.ts'
import type { Query } from './search.ts'
import { type SearchedBlock, watchMatches } from './watch-matches.ts'

/** What the find bar shows. */
export interface Found {
  total: number
  /** From 1; 0 without a match. */
  number: number
}

/** Finds and replaces in the text of an editor, beginning at its selection. */
export class Finder {
  readonly #editor: LexicalEditor
  readonly #painter
  readonly #watcher
  readonly #listeners = new Set<() => void>()
  #blocks: readonly SearchedBlock[] = []
  #matches: readonly Match[] = []
  #current = -1
  /** The current match is the first one from here. */
  #position
  #found: Found | undefined
  /** Whether the current match is to be scrolled to once the text is searched. */
  #isSought = false

  constructor(editor: LexicalEditor) {
    this.#editor = editor
    this.#position = editor.read($positionOfSelection)
    this.#painter = createPainter(editor)
    this.#watcher = watchMatches(editor, (blocks) => {
      this.#blocks = blocks
      this.#matches = matchesIn(blocks)
      this.#show(matchAfter(blocks, this.#matches, this.#position))
    })
  }

  setQuery(query: Query): void {
    this.#isSought = true
    this.#watcher.setQuery(query)
  }

  /** For `useSyncExternalStore`. Undefined until the text is searched. */
  readonly found = (): Found | undefined => this.#found

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

  /** Selects the current match. */
  select(): void {
    const match = this.#matches[this.#current]
    if (match) this.#editor.update(() => $selectMatch(match))
  }

  stop(): void {
    this.#watcher.stop()
    this.#painter.stop()
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
    const match = this.#matches[current]
    this.#painter.paint(this.#matches, match)
    if (this.#isSought && match) this.#painter.reveal(match)
    this.#isSought = false
    for (const listener of this.#listeners) listener()
  }
}
