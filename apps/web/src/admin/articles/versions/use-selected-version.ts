import { useSearchParams } from 'react-router'

/** The selected version, stored in the URL; null for the current state of the article. */
export function useSelectedVersion() {
  const [search, setSearch] = useSearchParams()
  const selectedId = Number(search.get('version')) || null

  function set(id: number | null, isMoment: boolean) {
    const next = new URLSearchParams(search)
    if (id === null) next.delete('version')
    else next.set('version', String(id))
    if (id === null || !isMoment) next.delete('moment')
    else next.set('moment', '1')
    setSearch(next, { preventScrollReset: true, replace: true })
  }
  const isMoment = search.has('moment')
  return {
    selectedId,
    /** The selected version if the time line shows it in the place of the text. */
    momentId: isMoment ? selectedId : null,
    /** While the time line shows a version, it shows the newly selected one. */
    select: (id: number | null) => set(id, isMoment),
    /** Selects a version and shows it in the place of the text; null returns to the text. */
    showMoment: (id: number | null) => set(id, true),
  }
}
