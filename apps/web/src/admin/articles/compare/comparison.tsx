import type { Block, Version } from '@nightdesk/contracts'
import { lazy, type ReactNode, useRef } from 'react'
import { Panel } from '../../../ui/overlays/panel.tsx'
import { Loading } from '../../../ui/states.tsx'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { ChangeNavigation } from './change-navigation.tsx'
import { OnlyChanges } from './compare-bar.tsx'
import { useComparison } from './use-comparison.ts'
import type { Compared } from './version-comparison.tsx'

/** Loaded with the first comparison. */
const VersionComparison = lazy(async () => ({
  default: (await import('./version-comparison.tsx')).VersionComparison,
}))

interface ComparisonProps {
  selected: Version
  /** Another version, or the text in the editor. */
  other: Version | Compared
  /** Smaller text, for a column beside the editor. */
  isNarrow?: boolean
  /** Rendered after each block that only the older text has. */
  action?: (block: Block) => ReactNode
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
          <Changes selected={selected} other={other} isWide />
        </div>
      </div>
    </Panel>
  )
}

function Changes({ selected, other, isWide = false, ...options }: ComparisonProps & { isWide?: boolean }) {
  const { onlyChanges } = useComparison()
  const region = useRef<HTMLDivElement>(null)
  const isOtherNewer = !('version_number' in other) || other.version_number > selected.version_number
  const [before, after] = isOtherNewer ? [selected, other] : [other, selected]
  return (
    <div ref={region} className="flex min-w-0 flex-col gap-3">
      <div
        className={`flex flex-wrap items-center gap-2 ${isWide ? 'sticky top-0 z-10 bg-surface py-2' : ''}`}
      >
        {isWide && <OnlyChanges />}
        <ChangeNavigation region={region} isWide={isWide} />
      </div>
      <LazyBoundary name="The comparison" fallback={<Loading label="Comparing..." />}>
        <VersionComparison
          before={named(before)}
          after={named(after)}
          onlyChanges={onlyChanges}
          {...options}
        />
      </LazyBoundary>
    </div>
  )
}

const named = (text: Version | Compared): Compared =>
  'version_number' in text ? { ...text, name: `version ${text.version_number}` } : text
