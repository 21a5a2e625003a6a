import { useStored } from '../screen/use-stored.ts'

const KEY = 'admin_recent'
const MAX_RECENT = 5

/**
 * Ids of recently used commands, latest first. Only ids, so that other users of this browser see no titles of drafts.
 */
export function useRecent(): { recent: string[]; remember(id: string): void } {
  const [stored, store] = useStored(KEY)
  const recent = stored?.split('\n') ?? []
  return {
    recent,
    remember: (id) => store([id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT).join('\n')),
  }
}
