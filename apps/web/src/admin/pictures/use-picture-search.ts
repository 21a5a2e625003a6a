import { PICTURE_USES, type PictureUse } from '@nightdesk/contracts'
import { useUrlParams } from '../screen/use-url-params.ts'

/** The filters of the pictures, stored in the URL. */
export function usePictureSearch() {
  const [search, change] = useUrlParams()
  const use: PictureUse | undefined = PICTURE_USES.find((known) => known === search.get('use'))
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const q = search.get('q')?.trim() || undefined

  /** Every change other than the page returns to page 1. */
  const update: typeof change = (changes, options) => change({ page: null, ...changes }, options)

  return {
    use,
    page,
    q,
    showUse: (next: string) => update({ use: next }),
    showPage: (next: number) => update({ page: next === 1 ? null : String(next) }),
    /** Replaces the history entry, so that typing leaves only one. */
    search: (next: string) => update({ q: next.trim() }, { replace: true }),
  }
}
