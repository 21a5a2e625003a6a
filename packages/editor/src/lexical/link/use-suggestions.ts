import { useRef, useState } from 'react'
import { readUrl } from './read-url.ts'

/** Finds articles by the beginning of their titles; each with the URL that readers know it by. */
export type SearchArticles = (query: string) => Promise<readonly Suggestion[]>

export interface Suggestion {
  title: string
  url: string
}

const DEBOUNCE_MS = 150
const NONE: readonly Suggestion[] = []

/** Articles to link to, by what is typed. A URL is nothing to search for, and a search that fails finds nothing. */
export function useSuggestions(search: SearchArticles | undefined) {
  const [suggestions, setSuggestions] = useState(NONE)
  const turn = useRef(0)

  const suggest = async (text: string) => {
    const mine = ++turn.current
    const query = text.trim()
    if (!search || query === '' || readUrl(query)) return setSuggestions(NONE)
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    const found = mine === turn.current ? await search(query).catch(() => NONE) : NONE
    // Only the answer to what stands in the field now.
    if (mine === turn.current) setSuggestions(found)
  }
  return { suggestions, suggest }
}
