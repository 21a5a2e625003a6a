import { type FoundCopy, setAnswered } from '../article-server.ts'
import type { EditSession } from '../edit-session.ts'
import { readBase } from '../recovery/base-text.ts'

/**
 * Merges the working copy that another window has written into the text, so that the next write overwrites nothing.
 * @returns false when the copy is unchanged, or both windows changed the same place
 */
export async function catchUp(session: EditSession): Promise<boolean> {
  const { draft, dependencies } = session
  const copy = await dependencies.server.readCopy()
  if ((copy?.revision ?? 0) === draft.copy_revision) return false
  // The response to a request of this window was lost.
  const own = draft.unanswered.find(({ revision }) => revision === copy?.revision)
  if (own) setAnswered(draft, own)
  else if (copy && !(await mergeCopy(session, copy))) return false
  if (!copy) draft.superseded = draft.copied
  draft.copy_revision = copy?.revision ?? 0
  draft.copied = copy?.text
  return true
}

async function mergeCopy(
  session: EditSession,
  { text, base_version, base_tags }: FoundCopy,
): Promise<boolean> {
  const { draft, dependencies } = session
  const [{ mergeFromAny, hasConflict, chooseText, describeChanges }, replace, common] = await Promise.all([
    import('./merge-text.ts'),
    dependencies.prepareReplace(),
    // The common base is the last copy this window knew, else the older one of both base versions.
    draft.copied ?? readBase(session, Math.min(base_version, draft.base.version_number), base_tags),
  ])
  // Do not await from here on: text typed meanwhile would be overwritten.
  const { base, merged } = mergeFromAny([common], draft.text, text, draft.unanswered)
  if (hasConflict(merged)) return false
  replace(chooseText(merged))
  const changes = describeChanges(base, text)
  if (changes === '') return true
  dependencies.notify({
    kind: 'info',
    title: 'Merged with your other window',
    description: `New in your text: ${changes}.`,
  })
  return true
}
