import { type Command, type CommandGroup, findCommands } from './command.ts'
import { useArticleCommands } from './use-article-commands.ts'
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
