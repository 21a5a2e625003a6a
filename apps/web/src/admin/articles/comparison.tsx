import type { Block, Version } from '@nightdesk/contracts'
import { lazy, type ReactNode } from 'react'
import { Loading } from '../../ui/states.tsx'
import { LazyBoundary } from '../screen/lazy-boundary.tsx'
import { useComparison } from './use-comparison.ts'
import type { Compared } from './version-comparison.tsx'

/** Comes when something is compared for the first time. */
const VersionComparison = lazy(async () => ({
  default: (await import('./version-comparison.tsx')).VersionComparison,
}))

interface ComparisonProps {
  selected: Version
  /** Another version, or what is being written. */
  other: Version | Compared
  /** Smaller, beside something else. */
  isNarrow?: boolean
  /** Stands beside each block that only the older one has. */
  action?: (block: Block) => ReactNode
}

/** What was changed between the selected version and another, the older one first. */
export function Comparison({ selected, other, ...options }: ComparisonProps) {
  const { onlyChanges } = useComparison()
  const isOtherNewer = !('version_number' in other) || other.version_number > selected.version_number
  const [before, after] = isOtherNewer ? [selected, other] : [other, selected]
  return (
    <LazyBoundary name="The comparison" fallback={<Loading label="Comparing..." />}>
      <VersionComparison before={named(before)} after={named(after)} onlyChanges={onlyChanges} {...options} />
    </LazyBoundary>
  )
}

const named = (text: Version | Compared): Compared =>
  'version_number' in text ? { ...text, name: `version ${text.version_number}` } : text
