import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Panel } from '../../ui/overlays/panel.tsx'
import { useStored } from '../screen/use-stored.ts'
import { KeyHint } from '../shortcuts/key-hint.tsx'
import type { Command, CommandGroup } from './command.ts'
import { useCommandGroups } from './use-command-groups.ts'

const LABEL = 'Search or jump to…'

interface PaletteProps {
  /** Returns what was typed before the palette's input had the focus. */
  takeTyped(): string
  onClose(): void
  onHelp(): void
}

/** Command palette: searches articles, screens and actions. Opens over any screen. */
export function Palette({ takeTyped, onClose, onHelp }: PaletteProps) {
  const [query, setQuery] = useState('')
  const { recent, remember } = useRecent()
  const { groups, isSearching } = useCommandGroups(query, recent, onHelp)

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
        <SearchField onFocus={() => setQuery((written) => takeTyped() + written)} onClose={onClose} />
        <Autocomplete.Empty className="px-5 text-muted not-empty:py-8">
          {isSearching ? 'Searching…' : `Nothing found for “${query}”`}
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

function SearchField({ onFocus, onClose }: { onFocus(): void; onClose(): void }) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 text-muted">
      <Icon name="search" />
      <Autocomplete.Input
        aria-label={LABEL}
        placeholder={LABEL}
        onFocus={onFocus}
        className="h-13 min-w-0 flex-1 bg-transparent text-md text-ink outline-none placeholder:text-muted"
      />
      <button type="button" onClick={onClose} className="relative flex text-sm after:absolute after:-inset-3">
        <span className="pointer-fine:sr-only">Close</span>
        <span className="flex pointer-coarse:hidden">
          <Kbd>Esc</Kbd>
        </span>
      </button>
    </div>
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
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 text-ink-2 data-highlighted:bg-sunken data-highlighted:text-ink pointer-coarse:min-h-11"
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

/**
 * Ids of recently used commands, latest first. Only ids, so that other users of this browser see no titles of drafts.
 */
function useRecent(): { recent: string[]; remember(id: string): void } {
  const [stored, store] = useStored('admin_recent')
  const recent = stored?.split('\n') ?? []
  return {
    recent,
    remember: (id) => store([id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT).join('\n')),
  }
}
