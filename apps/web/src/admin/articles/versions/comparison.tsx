import type { Version, VersionSummary } from '@nightdesk/contracts'
import { type RefObject, useRef, useState } from 'react'
import { formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/field.tsx'
import { Loading } from '../../../ui/states.tsx'
import { useDocumentKeys } from '../../screen/keys.ts'
import { lazyPart } from '../../screen/lazy.tsx'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'
import { useSwitch } from '../../shortcuts/switches.tsx'
import type { Compared, VersionComparisonProps } from '../version-comparison.tsx'
import { DRAFT, PREVIOUS, useCompared, useComparison, useVersions } from './versions.ts'

/** Loaded with the first comparison. */
const VersionComparison = lazyPart(
  'The comparison',
  async () => (await import('../version-comparison.tsx')).VersionComparison,
  { fallback: <Loading label="Comparing..." /> },
)

interface ComparisonProps extends Pick<VersionComparisonProps, 'isNarrow' | 'action'> {
  selected: Version
  /** Another version, or the text in the editor. */
  other: Version | Compared
}

/** The changes between the selected version and another text, from the older to the newer; over the whole window if wide. */
export function Comparison(props: ComparisonProps) {
  const { isWide, toggleWide } = useComparison()
  if (!isWide) return <Changes {...props} />
  const { selected, other } = props
  return (
    <Panel open title="Comparison" placement="full" onClose={toggleWide}>
      <div className="overflow-y-auto px-5 pb-16">
        <div className="mx-auto max-w-4xl">
          <Changes selected={selected} other={other} />
        </div>
      </div>
    </Panel>
  )
}

function Changes({ selected, other, ...options }: ComparisonProps) {
  const { isWide, onlyChanges } = useComparison()
  const region = useRef<HTMLDivElement>(null)
  const isOtherNewer = !('version_number' in other) || other.version_number > selected.version_number
  const [before, after] = isOtherNewer ? [selected, other] : [other, selected]
  return (
    <div ref={region} className="flex min-w-0 flex-col gap-3">
      <div
        className={`flex flex-wrap items-center gap-2 ${isWide ? 'sticky top-0 z-10 bg-surface py-2' : ''}`}
      >
        {isWide && <OnlyChanges />}
        <ChangeNavigation region={region} />
      </div>
      <VersionComparison before={named(before)} after={named(after)} onlyChanges={onlyChanges} {...options} />
    </div>
  )
}

const named = (text: Version | Compared): Compared =>
  'version_number' in text ? { ...text, name: `version ${text.version_number}` } : text

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
  // It may be the version that was selected since, or one that this screen cannot compare with.
  const value = options.some((option) => option.value === chosen) ? chosen : ''
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="Compare with…"
        hideLabel
        className="h-8 w-56 max-w-full"
        options={options}
        value={value}
        onChange={({ target }) => choose(target.value)}
      />
      {value && (
        <>
          <OnlyChanges />
          <Button size="sm" aria-haspopup="dialog" onClick={toggleWide}>
            Full width
          </Button>
        </>
      )}
    </div>
  )
}

function OnlyChanges() {
  const { onlyChanges, toggleOnlyChanges } = useComparison()
  return (
    <Button size="sm" aria-pressed={onlyChanges} onClick={toggleOnlyChanges}>
      Only changes
    </Button>
  )
}

/** Goes from change to change in an element, by buttons and by N and P, or F7 and Shift+F7. */
function ChangeNavigation({ region }: { region: RefObject<HTMLElement | null> }) {
  const [place, setPlace] = useState('')
  const go = (step: 1 | -1) => setPlace(showChange(region.current, step))
  useShortcuts({ n: () => go(1), p: () => go(-1) })
  useKeys(go)
  return (
    <>
      <Button size="sm" onClick={() => go(-1)}>
        Previous change
      </Button>
      <Button size="sm" onClick={() => go(1)}>
        Next change
      </Button>
      <span role="status" className="text-xs text-muted">
        {place}
      </span>
    </>
  )
}

/** Scrolls to the next or previous change and marks it; after the last comes the first. @returns "Change 3 of 12" */
function showChange(region: HTMLElement | null, step: 1 | -1): string {
  const changes = [...(region?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
  const current = changes.findIndex(({ dataset }) => dataset.current !== undefined)
  const start = step === 1 ? -1 : 0
  const next = ((current === -1 ? start : current) + step + changes.length) % changes.length
  const shown = changes[next]
  if (!shown) return 'No changes in the text'
  delete changes[current]?.dataset.current
  shown.dataset.current = ''
  shown.scrollIntoView({ block: 'center' })
  return `Change ${next + 1} of ${changes.length}`
}

/** In the wide comparison, a dialog, the letters are no shortcuts of the screen. */
function useKeys(go: (step: 1 | -1) => void) {
  const { isWide } = useComparison()
  const { isOn: areOn } = useSwitch('shortcuts')
  useDocumentKeys((event) => {
    const step = stepOf(event, isWide && areOn)
    if (!step) return
    event.preventDefault()
    go(step)
  })
}

function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent, hasLetters: boolean) {
  if (ctrlKey || metaKey || altKey) return
  if (key === 'F7') return shiftKey ? -1 : 1
  if (!hasLetters || shiftKey) return
  if (key === 'n') return 1
  return key === 'p' ? -1 : undefined
}
