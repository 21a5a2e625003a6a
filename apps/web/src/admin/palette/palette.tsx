import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Panel } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { useTriggerAnalytics } from '../analytics/workers.tsx'
import { useIsAmong } from '../screen/current-user.ts'
import { useStored } from '../screen/use-stored.ts'
import { useScreens } from '../screens.ts'
import { KeyHint } from '../shortcuts/show-keys.tsx'
import { useSignOut } from '../sign-out.ts'
import { THEMES, useTheme } from '../theme.tsx'
import { type Command, type CommandGroup, findCommands, matches, screenKeywords } from './command.ts'

const LABEL = 'Search or jump to…'

interface PaletteProps {
  /** Returns what was typed before the palette's input had the focus. */
  takeTyped(): string
  onClose(): void
  onHelp(): void
}

export function Palette({ takeTyped, onClose, onHelp }: PaletteProps) {
  const [query, setQuery] = useState('')
  const { recent, remember } = useRecent()
  const { groups, isSearching, problem } = useCommandGroups(query, recent, onHelp)

  function run(command: Command) {
    onClose()
    remember(command.id)
    command.run()
  }

  return (
    <Panel open title={LABEL} hideTitle onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        mode="none"
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: Command) => label}
        value={query}
        onValueChange={setQuery}
      >
        <div className="flex items-center gap-3 border-b border-line px-4 text-muted">
          <Icon name="search" />
          <Autocomplete.Input
            aria-label={LABEL}
            placeholder={LABEL}
            onFocus={() => setQuery((written) => takeTyped() + written)}
            className="h-13 min-w-0 flex-1 bg-transparent text-md text-ink outline-none placeholder:text-muted"
          />
          <button
            type="button"
            onClick={onClose}
            className="relative flex text-sm after:absolute after:-inset-3"
          >
            <span className="pointer-fine:sr-only">Close</span>
            <span className="flex pointer-coarse:hidden">
              <Kbd>Esc</Kbd>
            </span>
          </button>
        </div>
        <Autocomplete.Empty className="px-5 text-muted not-empty:py-8">
          {isSearching ? 'Searching…' : (problem ?? `Nothing found for “${query}”`)}
        </Autocomplete.Empty>
        <Autocomplete.List
          aria-label="Commands"
          className="min-h-0 scroll-py-2 overflow-y-auto px-2 not-empty:py-2"
        >
          {(group: CommandGroup) => <Group key={group.title} group={group} onRun={run} />}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Panel>
  )
}

function Group({ group, onRun }: { group: CommandGroup; onRun(command: Command): void }) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1">
      <Autocomplete.GroupLabel className="px-3 pt-2 pb-1 text-xs text-muted">
        {group.title}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => onRun(command)}
            className="group flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 text-ink-2 data-highlighted:bg-sunken data-highlighted:text-ink pointer-coarse:min-h-11"
          >
            <Icon name={command.icon} className="size-4.5 text-muted" />
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.note && <span className="text-xs text-muted">{command.note}</span>}
            {command.keys && <KeyHint keys={command.keys} />}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

const MAX_RECENT = 5

/** Ids of recently used commands, latest first. Only ids, so that other users of this browser see no titles of drafts. */
function useRecent(): { recent: string[]; remember(id: string): void } {
  const [stored, store] = useStored('admin_recent')
  const recent = stored?.split('\n') ?? []
  return {
    recent,
    remember: (id) => store([id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT).join('\n')),
  }
}

/** Number of articles for an empty query. */
const NEWEST_SHOWN = 4

/** The palette's entries for a query; recently used ones come first for an empty query. */
function useCommandGroups(query: string, recent: string[], onHelp: () => void) {
  const navigate = useNavigate()
  // Screens and actions for the user's role are known without a request.
  const screens = useScreens().map(
    ({ label, to, keys, icon }): Command => ({
      id: to,
      label,
      keys,
      icon,
      keywords: screenKeywords(to),
      run: () => navigate(to),
    }),
  )
  const actions = useActions(onHelp)
  const { articles, ...search } = useArticleCommands(query)
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
  return { groups: groups.filter(({ items }) => items.length > 0), ...search }
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

/** Articles and pages found by the server; for an empty query, those changed last. */
function useArticleCommands(query: string) {
  const navigate = useNavigate()
  const q = useSettled(query.trim(), DEBOUNCE_MS)
  const found = api.articles.list.useQuery(
    { kind: 'any', q: q || undefined, limit: q ? FOUND : NEWEST },
    { placeholderData: keepPreviousData },
  )
  const isAnswer = q === query.trim() && !found.isPlaceholderData
  const articles = (found.data ?? [])
    // The previous result stays visible while loading; filter it, so that Enter does not open a wrong article.
    .filter(({ title }) => isAnswer || matches(title, query))
    // Matches in the title first; so the entries shown while loading keep their places.
    .sort((a, b) => Number(matches(b.title, query)) - Number(matches(a.title, query)))
    .map(
      ({ id, kind, title, state }): Command => ({
        id: `article ${id}`,
        label: title,
        icon: kind === 'page' ? 'page' : 'article',
        note: kind === 'page' ? `page, ${state}` : state,
        run: () => navigate(paths.admin.draft(id)),
      }),
    )
  return {
    articles,
    isSearching: !isAnswer && !found.isError,
    problem: found.error && explain(found.error),
  }
}

function useActions(onHelp: () => void): Command[] {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const [isEditor, isAdmin] = [useIsAmong('editors'), useIsAmong('admins')]
  const { trigger } = useTriggerAnalytics()
  const themes = useThemeCommands()
  const action = (label: string, run: () => void, more?: Partial<Command>): Command => ({
    id: label,
    label,
    icon: 'action',
    run,
    ...more,
  })
  return [
    action('New Article', () => navigate(paths.admin.newDraft), {
      icon: 'plus',
      keys: 'c',
      keywords: 'create write',
    }),
    ...(isEditor
      ? [action('New Page', () => navigate(paths.admin.newPage), { icon: 'plus', keywords: 'create about' })]
      : []),
    action('Search old versions', () => navigate(paths.admin.searchVersions), {
      icon: 'search',
      keywords: 'find history passage rescue',
    }),
    action('View Site', () => window.location.assign(paths.home()), { keywords: 'home public' }),
    ...(isEditor
      ? [action('Trigger Analytics', trigger, { icon: 'chart', keywords: 'run worker task' })]
      : []),
    ...(isAdmin
      ? [
          action('Name, look and menu of the site', () => navigate(paths.admin.site), {
            icon: 'settings',
            keywords: 'identity logo icon accent colour headline footer licence language',
          }),
        ]
      : []),
    ...themes,
    action('Keyboard shortcuts', onHelp, { keys: '?', keywords: 'help keys' }),
    action('Sign Out', signOut, { icon: 'profile', keywords: 'log logout' }),
  ]
}

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' }

function useThemeCommands(): Command[] {
  const { theme: chosen, chooseTheme } = useTheme()
  return THEMES.map((theme) => ({
    id: `theme ${theme}`,
    label: `Theme: ${themeNames[theme]}`,
    icon: 'settings',
    keywords: 'mode appearance colour',
    note: theme === chosen ? 'current' : undefined,
    run: () => chooseTheme(theme),
  }))
}
