import { PERIODS, type Period } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'

const DEFAULT: Period = '7'

/**
 * The chosen period, and whether the previous one is drawn as well. Both are stored in the URL and have single-key
 * shortcuts.
 */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const period = PERIODS.find((known) => known === search.get('period')) ?? DEFAULT
  const isCompared = search.get('compare') !== 'off'

  /** A second key may be pressed before React renders the first, so read the URL itself. */
  const newest = () => new URLSearchParams(window.location.search)
  function update(name: string, value: string | null) {
    const next = newest()
    if (value === null) next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  const show = (next: Period) => update('period', next === DEFAULT ? null : next)
  const toggleCompare = () => update('compare', newest().get('compare') === 'off' ? null : 'off')

  useShortcuts({
    t: () => show('today'),
    w: () => show('7'),
    m: () => show('30'),
    a: () => show('all'),
    x: toggleCompare,
  })
  return { period, show, isCompared, toggleCompare }
}
