import type { EditSession } from '../edit-session.ts'

/** Loads the merge after a save was refused because of a newer version, and reports when it cannot be loaded. */
export async function merge(session: EditSession): Promise<void> {
  const { notify, failureTitle } = session.dependencies
  const loaded = await import('./merge-theirs.ts').catch(() => null)
  if (!session.closed.aborted && (await loaded?.mergeTheirs(session))) return
  const description =
    'Somebody else saved meanwhile, and their text cannot be loaded. Save again to try again.'
  notify({ kind: 'error', title: failureTitle, description })
}
