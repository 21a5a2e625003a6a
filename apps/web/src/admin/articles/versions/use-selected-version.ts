import { useSearchParams } from 'react-router'

/** The selected version, stored in the URL; null for the current state of the article. */
export function useSelectedVersion() {
  const [search, setSearch] = useSearchParams()
  const selectedId = Number(search.get('version')) || null

  function select(id: number | null) {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('version')
    else next.set('version', String(id))
    setSearch(next, { preventScrollReset: true, replace: true })
  }
  return { selectedId, select }
}
