import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { type Command, type CommandGroup, findCommands, matches } from './command.ts'
import { useCommands } from './use-commands.ts'

/** Number of articles for an empty query. */
const NEWEST_SHOWN = 4

/** The palette's entries for a query; recently used ones come first for an empty query. */
export function useCommandGroups(query: string, recent: string[], onHelp: () => void) {
  const { screens, actions } = useCommands(onHelp)
  const { articles, isSearching } = useArticleCommands(query)
  const groups = query.trim()
    ? // articles last: they arrive late, and must not move the entry that Enter will choose
      [
        { title: 'Screens', items: findCommands(screens, query) },
        { title: 'Actions', items: findCommands(actions, query) },
        { title: 'Articles', items: articles },
      ]
    : withRecent(recent, [
        { title: 'Articles', items: articles },
        { title: 'Screens', items: screens },
        { title: 'Actions', items: actions },
      ])
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching }
}

/** Moves recently used commands from their groups to one of their own. */
function withRecent(recent: string[], groups: CommandGroup[]): CommandGroup[] {
  const all = new Map(groups.flatMap(({ items }) => items).map((command) => [command.id, command]))
  const items = recent.map((id) => all.get(id)).filter((command): command is Command => command !== undefined)
  const rest = groups.map((group) => ({
    ...group,
    items: group.items.filter((command) => !items.includes(command)),
  }))
  return [{ title: 'Recent', items }, ...rest.map(shorten)]
}

const shorten = ({ title, items }: CommandGroup) => ({
  title,
  items: title === 'Articles' ? items.slice(0, NEWEST_SHOWN) : items,
})

const DEBOUNCE_MS = 120
const FOUND = 8
/** For an empty query: enough to know the titles of recently opened articles. */
const NEWEST = 30

/** Articles found by the server; for an empty query, those changed last. */
function useArticleCommands(query: string): { articles: Command[]; isSearching: boolean } {
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
