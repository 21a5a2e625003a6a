import { imagePath } from '@nightdesk/contracts'
import { addRedirects, type NewRedirect, type Tx } from '@nightdesk/db'

/** Redirects old addresses for an import. @returns whether any was added: the caller then announces the tag `REDIRECTS` */
export async function redirectAddresses(
  tx: Tx,
  { id, made_by }: { id: number; made_by: number },
  redirects: readonly NewRedirect[],
): Promise<boolean> {
  const added = await addRedirects(tx, redirects, made_by)
  if (added.length === 0) return false
  await tx.updateTable('redirects').set({ import_id: id }).where('path', 'in', added).execute()
  return true
}

/** The redirects of a picture. WordPress shows a large one by a copy, `lamp-scaled.jpg`, and names the smaller ones `lamp-300x200.jpg`. */
export const pictureRedirects = (old_path: string, filename: string): NewRedirect[] =>
  [...new Set([old_path, old_path.replace(/-scaled(?=\.\w{3,4}$)/, '')])].map((address) => ({
    address,
    target: imagePath(filename),
  }))
