import { useSearchParams } from 'react-router'

/** A boolean in the URL: `?name=1`, or absent. */
export function useToggleParam(name: string): [isOn: boolean, toggle: () => void] {
  const [search, setSearch] = useSearchParams()
  const isOn = search.has(name)

  function toggle() {
    const next = new URLSearchParams(search)
    if (isOn) next.delete(name)
    else next.set(name, '1')
    setSearch(next, { preventScrollReset: true })
  }
  return [isOn, toggle]
}
