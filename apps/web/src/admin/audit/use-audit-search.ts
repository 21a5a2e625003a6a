import type { AuditFilter } from '@nightdesk/contracts'
import { useUrlParams } from '../screen/url/use-url-params.ts'

/** The filters and page of the audit log, stored in the URL. */
export function useAuditSearch() {
  const [search, set] = useUrlParams()
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
