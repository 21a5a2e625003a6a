import { PERIODS, type Period } from '@nightdesk/contracts'
import { newestParams, useUrlParams } from '../../screen/url/use-url-params.ts'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'

const DEFAULT: Period = '7'

/**
 * The chosen period, and whether the previous one is drawn as well. Both are stored in the URL and have single-key
 * shortcuts.
 */
export function usePeriod() {
  const [search, change] = useUrlParams()
  const period = PERIODS.find((known) => known === search.get('period')) ?? DEFAULT
  const isCompared = search.get('compare') !== 'off'

  const update = (changes: Parameters<typeof change>[0]) =>
    change(changes, { replace: true, preventScrollReset: true })
  const show = (next: Period) => update({ period: next === DEFAULT ? null : next })
  // A second key may be pressed before React renders the first.
  const toggleCompare = () => update({ compare: newestParams().get('compare') === 'off' ? null : 'off' })

  useShortcuts({
    t: () => show('today'),
    w: () => show('7'),
    m: () => show('30'),
    a: () => show('all'),
    x: toggleCompare,
  })
  return { period, show, isCompared, toggleCompare }
}
