import type { Desk } from './desk.ts'

/** Somebody else saved first: loads what it takes to merge, and says so if that cannot be loaded. */
export async function merge(desk: Desk): Promise<void> {
  const { notify, failureTitle } = desk.surroundings
  const loaded = await import('./merge-theirs.ts').catch(() => null)
  if (await loaded?.mergeTheirs(desk)) return
  const description =
    'Somebody else saved meanwhile, and their text cannot be loaded. Save again to try again.'
  notify({ kind: 'error', title: failureTitle, description })
}
