import { useUrlParams } from './use-url-params.ts'

/** The words and the page of a searched list, stored in the URL. */
export function usePagedSearch() {
  const [params, change] = useUrlParams()
  /** Every change other than the page returns to page 1. */
  const update: typeof change = (changes, options) => change({ page: null, ...changes }, options)
  return {
    params,
    q: params.get('q')?.trim() || undefined,
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    update,
    /** Replaces the history entry, so that typing leaves only one. */
    search: (next: string) => update({ q: next.trim() }, { replace: true }),
    showPage: (next: number) => update({ page: next === 1 ? null : String(next) }),
  }
}
