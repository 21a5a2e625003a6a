import { type Ref, useEffect, useRef } from 'react'
import type { BlockDefinition } from '../blocks/block-kinds.ts'
import { Icon } from '../controls/icon.tsx'
import type { InsertionGroup } from './insertions.ts'

interface SlashListProps {
  ref: Ref<HTMLDivElement>
  /** Id of the list, from which the ids of its options are derived. */
  id: string
  groups: readonly InsertionGroup[]
  /** The row that Enter inserts. */
  active: BlockDefinition | undefined
  onChoose(insertion: BlockDefinition): void
  onHover(insertion: BlockDefinition): void
}

export function SlashList({ ref, id, groups, active, onChoose, onHover }: SlashListProps) {
  const insertions = groups.flatMap((group) => group.insertions)
  return (
    // A press must not take the selection away from the text.
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label="Insert"
      className="editor-menu"
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box has no fieldsets
        <div key={group.name} role="group" aria-label={group.name}>
          <p aria-hidden="true" className="editor-hint">
            {group.name}
          </p>
          {group.insertions.map((insertion) => (
            <Row
              key={insertion.name}
              id={`${id}-${insertions.indexOf(insertion)}`}
              insertion={insertion}
              isActive={insertion === active}
              onChoose={() => onChoose(insertion)}
              onHover={() => onHover(insertion)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface RowProps {
  id: string
  insertion: BlockDefinition
  isActive: boolean
  onChoose(): void
  onHover(): void
}

function Row({ id, insertion, isActive, onChoose, onHover }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      onMouseMove={isActive ? undefined : onHover}
    >
      <Icon name={insertion.icon} />
      <span>{insertion.name}</span>
      {insertion.hint && (
        <code aria-hidden="true" className="editor-hint">
          {insertion.hint}
        </code>
      )}
    </div>
  )
}
