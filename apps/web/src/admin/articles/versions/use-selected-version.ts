import { useUrlParams } from '../../screen/url/use-url-params.ts'

/** The selected version, stored in the URL; null for the current state of the article. */
export function useSelectedVersion() {
  const [search, change] = useUrlParams()
  const selectedId = Number(search.get('version')) || null

  const set = (id: number | null, isMoment: boolean) =>
    change(
      { version: id?.toString(), moment: id !== null && isMoment ? '1' : null },
      { preventScrollReset: true, replace: true },
    )
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
