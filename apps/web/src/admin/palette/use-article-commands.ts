import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { type Command, matches } from './command.ts'

const DEBOUNCE_MS = 120
const FOUND = 8
/** For an empty query: enough to know the titles of recently opened articles. */
const NEWEST = 30

/** Articles found by the server; for an empty query, those changed last. */
export function useArticleCommands(query: string): { articles: Command[]; isSearching: boolean } {
  const navigate = useNavigate()
  const q = useDebounced(query.trim())
  const found = api.articles.list.useQuery(
    { q: q || undefined, limit: q ? FOUND : NEWEST },
    { placeholderData: keepPreviousData },
  )
  const isAnswer = q === query.trim() && !found.isPlaceholderData
  const articles = (found.data ?? [])
    // The previous result stays visible while loading; filter it, so that Enter does not open a wrong article.
    .filter(({ title }) => isAnswer || matches(title, query))
    // Matches in the title first; so the entries shown while loading keep their places.
    .sort((a, b) => Number(matches(b.title, query)) - Number(matches(a.title, query)))
    .map(
      ({ id, title, state }): Command => ({
        id: `article ${id}`,
        label: title,
        icon: 'article',
        note: state,
        run: () => navigate(paths.admin.draft(id)),
      }),
    )
  return { articles, isSearching: !isAnswer && !found.isError }
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
