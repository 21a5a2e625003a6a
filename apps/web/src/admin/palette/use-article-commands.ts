import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { type Command, matches } from './command.ts'

const DEBOUNCE_MS = 120
const FOUND = 8
/** Without a query: enough to name what was opened lately. */
const NEWEST = 30

/** The articles that the server finds; without a query those that were changed last. */
export function useArticleCommands(query: string): { articles: Command[]; isSearching: boolean } {
  const navigate = useNavigate()
  const q = useDebounced(query.trim())
  const found = api.articles.list.useQuery(
    { q: q || undefined, limit: q ? FOUND : NEWEST },
    { placeholderData: keepPreviousData },
  )
  const isAnswer = q === query.trim() && !found.isPlaceholderData
  const articles = (found.data ?? [])
    // While the answer is on its way, Enter must not open what an older query found.
    .filter(({ title }) => isAnswer || matches(title, query))
    // Names first, then what only speaks of it: so what was shown meanwhile also stays where it is.
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
