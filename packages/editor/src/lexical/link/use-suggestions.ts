import { useRef, useState } from 'react'
import { readUrl } from './read-url.ts'

/** Finds articles by the beginning of their titles; each with its public URL. */
export type SearchArticles = (query: string) => Promise<readonly Suggestion[]>

export interface Suggestion {
  title: string
  url: string
}

const DEBOUNCE_MS = 150
const NONE: readonly Suggestion[] = []

/** Suggests articles for the typed text. URLs are not searched for, and a failed search has no results. */
export function useSuggestions(search: SearchArticles | undefined) {
  const [suggestions, setSuggestions] = useState(NONE)
  const [active, setActive] = useState(0)
  const turn = useRef(0)

  const suggest = async (text: string) => {
    const mine = ++turn.current
    setActive(0)
    const query = text.trim()
    if (!search || query === '' || readUrl(query)) return setSuggestions(NONE)
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    const found = mine === turn.current ? await search(query).catch(() => NONE) : NONE
    // Ignores the results of earlier searches.
    if (mine === turn.current) setSuggestions(found)
  }
  /** Moves the active suggestion. @returns whether the key did so */
  const step = (key: string): boolean => {
    const count = suggestions.length
    if (count === 0 || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false
    const by = key === 'ArrowDown' ? 1 : count - 1
    setActive((active + by) % count)
    return true
  }
  return { suggestions, active, suggest, step }
}
