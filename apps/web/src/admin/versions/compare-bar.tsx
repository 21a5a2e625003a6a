import type { Version } from '@nightdesk/contracts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { DRAFT, PREVIOUS, useComparison } from './use-comparison.ts'

interface CompareBarProps {
  selected: Version
  versions: readonly Version[]
  /** Whether there is an editor beside it. */
  hasDraft?: boolean
}

/** What to compare the selected version with, and how much of it to show. */
export function CompareBar({ selected, versions, hasDraft = false }: CompareBarProps) {
  const { chosen, onlyChanges, choose, toggleOnlyChanges } = useComparison()
  const options = [
    { value: '', label: 'Compare with…' },
    ...(hasDraft ? [{ value: DRAFT, label: 'The text in the editor' }] : []),
    ...(selected.version_number > 1 ? [{ value: PREVIOUS, label: 'The version before' }] : []),
    ...versions
      .filter((version) => version !== selected)
      .map(({ id, version_number, created_at }) => ({
        value: String(id),
        label: `Version ${version_number}, ${formatDateTime(created_at)}`,
      })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Compare with…"
        hideLabel
        className="h-8 w-56 max-w-full"
        options={options}
        value={options.some(({ value }) => value === chosen) ? chosen : ''}
        onChange={({ target }) => choose(target.value)}
      />
      {chosen && (
        <Button variant="secondary" aria-pressed={onlyChanges} onClick={toggleOnlyChanges}>
          Only changes
        </Button>
      )}
    </div>
  )
}
