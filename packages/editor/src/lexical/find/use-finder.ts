import type { LexicalEditor } from 'lexical'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Finder } from './finder.ts'
import type { Query } from './search.ts'

/** A press that opened the bar, or focused its field again. */
export interface Opening {
  hasReplace: boolean
  /** What was selected in the text, if it is within a line. */
  selected: string
}

/** The finder of an open bar, its query, and what it has found. */
export function useFinder(editor: LexicalEditor, opening: Opening) {
  const [finder, setFinder] = useState<Finder | null>(null)
  const [query, setQuery] = useState<Query>({ text: opening.selected, isExact: false, isWholeWords: false })
  const [begun, setBegun] = useState(opening)
  if (opening !== begun) {
    setBegun(opening)
    if (opening.selected) setQuery({ ...query, text: opening.selected })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, it begins at the caret again
  useEffect(() => {
    const created = new Finder(editor)
    setFinder(created)
    return () => created.stop()
  }, [editor, opening])
  useEffect(() => finder?.setQuery(query), [finder, query])
  const found = useSyncExternalStore(finder?.subscribe ?? subscribeToNothing, () => finder?.found())
  return { finder, found, query, setQuery }
}

const subscribeToNothing = () => () => {}
