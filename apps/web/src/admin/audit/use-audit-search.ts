import type { AuditFilter } from '@nightdesk/contracts'
import { useSearchParams } from 'react-router'

/** The filters and page of the audit log, stored in the URL. */
export function useAuditSearch() {
  const [search, setSearch] = useSearchParams()
  const set = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setSearch(next)
  }
  const filter: AuditFilter = {
    action: search.get('action') ?? undefined,
    actor_id: numberOf(search.get('actor')),
    account: search.get('account') ?? undefined,
  }
  return {
    filter,
    before: numberOf(search.get('before')),
    /** Also returns to the newest lines. */
    change: ({ action, actor_id, account }: AuditFilter) =>
      set({ action, actor: actor_id?.toString(), account, before: undefined }),
    showBefore: (id: number | undefined) => set({ before: id?.toString() }),
    showNewest: () => set({ before: undefined }),
  }
}

const numberOf = (text: string | null): number | undefined => Number(text) || undefined
