import { PERIODS, type Period } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'
import { useShortcuts } from '../../shortcuts/shortcuts.tsx'

const DEFAULT: Period = '7'

/** The period that is looked at, and whether the one before is drawn beside it: in the URL, and by single keys. */
export function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const period = PERIODS.find((known) => known === search.get('period')) ?? DEFAULT
  const isCompared = search.get('compare') !== 'off'

  /** Two keys may be pressed before the first is drawn. */
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
