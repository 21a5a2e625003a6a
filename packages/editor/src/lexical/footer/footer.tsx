import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { readingMinutes, wordsIn } from '../../text/text.ts'
import { markPlaceholders } from '../highlights/placeholders.ts'
import { ImagesWithoutDescription } from './images-without-description.tsx'
import type { TextCounter } from './text-counter.ts'

/** What aids of the app work with; its parts are for `writing-aids.ts`. */
export interface WritingTools {
  editor: LexicalEditor
  counter: TextCounter
}

export type RenderAids = (tools: WritingTools) => ReactNode

interface FooterProps {
  counter: TextCounter
  renderAids: RenderAids | undefined
}

/** Counts of the text, and what it still lacks. */
export function Footer({ counter, renderAids }: FooterProps) {
  const [editor] = useLexicalComposerContext()
  return (
    <>
      <Counts counter={counter} />
      {renderAids?.({ editor, counter })}
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
  useEffect(() => markPlaceholders(editor, setMissing), [editor])

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
