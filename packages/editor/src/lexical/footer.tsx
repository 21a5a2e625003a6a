import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  type LexicalEditor,
  type NodeKey,
  TextNode,
} from 'lexical'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { TK } from '../stored-blocks.ts'
import { readingMinutes, wordsIn } from '../text/text.ts'
import { domRange } from './block-text.ts'
import { ImagesWithoutDescription } from './images/image-texts.tsx'
import { highlight } from './on-screen.ts'
import type { TextCounter } from './text-counter.ts'

/** What aids of the app work with; its parts are for `writing-aids.ts`. */
export interface WritingTools {
  editor: LexicalEditor
  counter: TextCounter
}

export type RenderAids = (tools: WritingTools) => ReactNode

/** Counts of the text, and what it still lacks. */
export function Footer({ counter, renderAids }: { counter: TextCounter; renderAids: RenderAids }) {
  const [editor] = useLexicalComposerContext()
  return (
    <>
      <Counts counter={counter} />
      {renderAids({ editor, counter })}
      <ImagesWithoutDescription />
    </>
  )
}

/** Words and minutes of the text, words of the selection, and the number of TK signs. */
function Counts({ counter }: { counter: TextCounter }) {
  const [editor] = useLexicalComposerContext()
  const words = useSyncExternalStore(counter.subscribe, counter.words)
  const selected = useLexicalSubscription(subscribeToSelectedWords)
  const [missing, setMissing] = useState(0)
  useEffect(() => markTks(editor, setMissing), [editor])

  if (words === undefined) return null
  return (
    <>
      <span>
        {selected > 0
          ? `${selected.toLocaleString('en-US')} of ${count(words, 'word')}`
          : count(words, 'word')}
      </span>
      <span>{count(readingMinutes(words), 'minute')} to read</span>
      {missing > 0 && <span className="editor-missing">{missing} TK left</span>}
    </>
  )
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`

const DEBOUNCE_MS = 150

/** For `useLexicalSubscription`: the words of the selection, debounced. */
function subscribeToSelectedWords(editor: LexicalEditor) {
  return {
    initialValueFn: () => 0,
    subscribe: (callback: (words: number) => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = editor.registerUpdateListener(({ editorState }) => {
        const selection = editorState.read($getSelection)
        const isSelected = $isRangeSelection(selection) && !selection.isCollapsed()
        if (!isSelected && timer === undefined) return
        clearTimeout(timer)
        timer = isSelected ? setTimeout(() => callback(editor.read($selectedWords)), DEBOUNCE_MS) : undefined
        if (!isSelected) callback(0)
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
  }
}

const $selectedWords = () => wordsIn($getSelection()?.getTextContent() ?? '').length

/** Name of the highlight that `deferred.css` styles. */
const HIGHLIGHT = 'editor-tk'

/** Highlights every TK and reports their number, checking changed texts only. @returns a function that stops it */
function markTks(editor: LexicalEditor, onCount: (count: number) => void): () => void {
  const found = new Map<NodeKey, Range[]>()
  const stop = editor.registerMutationListener(TextNode, (mutations) => {
    const before = found.size
    for (const [key, mutation] of mutations) {
      const ranges = mutation === 'destroyed' ? [] : tksIn(editor, key)
      if (ranges.length > 0) found.set(key, ranges)
      else found.delete(key)
    }
    if (before + found.size === 0) return
    const ranges = [...found.values()].flat()
    highlight(HIGHLIGHT, ranges)
    onCount(ranges.length)
  })
  return () => {
    stop()
    highlight(HIGHLIGHT, [])
  }
}

function tksIn(editor: LexicalEditor, key: NodeKey): Range[] {
  const text = editor.read(() => $getNodeByKey(key)?.getTextContent()) ?? ''
  // A quick test: most texts have none.
  if (!text.includes('TK')) return []
  const block = { key, text, pieces: [{ key, start: 0, end: text.length }] }
  return [...text.matchAll(TK)].flatMap(({ index }) => domRange(editor, block, index, index + 2) ?? [])
}
