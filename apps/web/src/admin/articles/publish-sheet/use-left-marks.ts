import { useMemo } from 'react'
import { useStored } from '../../screen/use-stored.ts'

/** The oldest are forgotten. */
const MOST = 200

/** The ids of the marks of an article that a writer wants to leave as they are, in this browser. */
export function useLeftMarks(articleId: number) {
  const [stored, store] = useStored(`marks_left:${articleId}`)
  const left = useMemo(() => new Set(readIds(stored)), [stored])
  return {
    left,
    leave: (id: string) => store(JSON.stringify([...left, id].slice(-MOST))),
    restore: () => store(null),
  }
}

/** Another program may have written it. */
function readIds(stored: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
