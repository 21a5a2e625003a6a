import { useStored } from '../screen/use-stored.ts'

const KEY = 'admin_recent'
const KEPT = 5

/** What was run from the palette, latest first. Ids only: whoever uses the browser next reads no titles of drafts. */
export function useRecent(): { recent: string[]; remember(id: string): void } {
  const [stored, store] = useStored(KEY)
  const recent = stored?.split('\n') ?? []
  return {
    recent,
    remember: (id) => store([id, ...recent.filter((other) => other !== id)].slice(0, KEPT).join('\n')),
  }
}
