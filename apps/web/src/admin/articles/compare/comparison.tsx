import type { Block, Version } from '@nightdesk/contracts'
import { lazy, type ReactNode } from 'react'
import { Loading } from '../../../ui/states.tsx'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
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

/** The changes between the selected version and another text, from the older to the newer. */
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
