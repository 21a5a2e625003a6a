import type { Version, VersionSummary } from '@nightdesk/contracts'
import { formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/field.tsx'
import { useVersions } from '../versions/use-versions.ts'
import { DRAFT, PREVIOUS, useCompared, useComparison } from './use-comparison.ts'

interface CompareBarProps {
  selected: Version
  /** Whether an editor is open beside the versions, so that its text can be compared. */
  hasDraft?: boolean
}

/** Chooses the version to compare with, and whether to show only the changes. */
export function CompareBar({ selected, hasDraft = false }: CompareBarProps) {
  const { chosen, choose, toggleWide } = useComparison()
  const { versions = [] } = useVersions(selected.article_id)
  const compared = useCompared(selected)
  const isListed = versions.some(({ id }) => id === compared?.id)
  const choices: VersionSummary[] = compared && !isListed ? [...versions, compared] : versions
  const options = [
    { value: '', label: 'Compare with…' },
    ...(hasDraft ? [{ value: DRAFT, label: 'The text in the editor' }] : []),
    ...(selected.version_number > 1 ? [{ value: PREVIOUS, label: 'The version before' }] : []),
    ...choices
      .filter(({ id }) => id !== selected.id)
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
        <>
          <OnlyChanges />
          <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={toggleWide}>
            Full width
          </Button>
        </>
      )}
    </div>
  )
}

export function OnlyChanges() {
  const { onlyChanges, toggleOnlyChanges } = useComparison()
  return (
    <Button variant="secondary" size="sm" aria-pressed={onlyChanges} onClick={toggleOnlyChanges}>
      Only changes
    </Button>
  )
}
