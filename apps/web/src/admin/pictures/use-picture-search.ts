import { PICTURE_USES, type PictureUse } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'

/** The filters of the pictures, stored in the URL. */
export function usePictureSearch() {
  const [search, setSearch] = useSearchParams()
  const use: PictureUse | undefined = PICTURE_USES.find((known) => known === search.get('use'))
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const q = search.get('q')?.trim() || undefined

  /** An empty value removes a key. Every change other than the page returns to page 1. */
  function update(changes: Record<string, string>, options?: { replace: boolean }) {
    setSearch((current) => {
      const next = new URLSearchParams(current)
      for (const [key, value] of Object.entries({ page: '', ...changes })) {
        if (value === '') next.delete(key)
        else next.set(key, value)
      }
      return next
    }, options)
  }

  return {
    use,
    page,
    q,
    showUse: (next: string) => update({ use: next }),
    showPage: (next: number) => update({ page: next === 1 ? '' : String(next) }),
    /** Replaces the history entry, so that typing leaves only one. */
    search: (next: string) => update({ q: next.trim() }, { replace: true }),
  }
}
