import type { Tx } from '../client.ts'
import { lockRedirects, takeOver, targetOf } from './add-redirects.ts'
import { resolveTargets } from './resolve-targets.ts'

/**
 * Changes a redirect, by the rules of `addRedirects`. It does not belong to an import any more.
 * @param change a canonical path, and a path of this site
 * @returns false when the target would lead back, or is a story that does not exist
 */
export async function changeRedirect(
  tx: Tx,
  id: number,
  { path, target }: { path: string; target: string },
): Promise<boolean> {
  await lockRedirects(tx)
  const wanted = targetOf({ target })
  const [resolved] = wanted ? await resolveTargets(tx, new Map([[path, wanted]])) : []
  if (!resolved) return false
  await tx
    .updateTable('redirects')
    .set({ ...resolved, import_id: null })
    .where('id', '=', id)
    .execute()
  await takeOver(tx, [path])
  return true
}
