import { type LexicalEditor, mergeRegister } from 'lexical'
import { useEffect, useState } from 'react'
import type { TextCounter } from '../footer/text-counter.ts'
import { REPLACED_TAG } from '../replaced-tag.ts'

/** The words that were added since the editor was opened, less those that were deleted; undefined until they are counted. */
export function useSessionWords(editor: LexicalEditor, counter: TextCounter): number | undefined {
  const [words, setWords] = useState<number>()
  useEffect(() => countSession(editor, counter, setWords), [editor, counter])
  return words
}

/** A text that replaced the whole text, such as an older version or the merged changes of others, adds nothing. */
function countSession(
  editor: LexicalEditor,
  counter: TextCounter,
  onCount: (words: number) => void,
): () => void {
  let before: number | undefined
  let written = 0
  let isReplaced = false
  const count = () => {
    const words = counter.words()
    if (words === undefined) return
    if (before === undefined || isReplaced) before = words - written
    isReplaced = false
    written = words - before
    onCount(written)
  }
  count()
  return mergeRegister(
    counter.subscribe(count),
    editor.registerUpdateListener(({ tags }) => {
      isReplaced ||= tags.has(REPLACED_TAG)
    }),
  )
}
