import type { FoundCopy } from '../article-server.ts'
import type { ArticleText } from '../article-text.ts'
import type { EditSession } from '../edit-session.ts'
import { readBase } from '../recovery/base-text.ts'
import { isSameText } from './same-text.ts'

/**
 * The working copy is not as this window left it: takes what another window wrote into the text, so that writing it
 * overwrites nothing.
 * @returns false when it is as it was left, and when both windows changed the same place
 */
export async function catchUp(session: EditSession): Promise<boolean> {
  const { draft, dependencies } = session
  const copy = await dependencies.server.readCopy()
  if ((copy?.revision ?? 0) === draft.copy_revision) return false
  if (copy && !isOwn(session, copy.text) && !(await mergeCopy(session, copy))) return false
  if (!copy) draft.superseded = draft.copied
  draft.copy_revision = copy?.revision ?? 0
  draft.copied = copy?.text
  return true
}

/** A copy that arrived though its answer did not is no other window's. */
const isOwn = ({ draft: { unanswered } }: EditSession, text: ArticleText) =>
  unanswered !== undefined && isSameText(unanswered, text)

async function mergeCopy(
  session: EditSession,
  { text, base_version, base_tags }: FoundCopy,
): Promise<boolean> {
  const { draft, dependencies } = session
  const [{ mergeFromAny, hasConflict, chooseText, describeChanges }, replace, common] = await Promise.all([
    import('./merge-text.ts'),
    dependencies.prepareReplace(),
    // Both windows began from what they had in common, or from the older of their versions.
    draft.copied ?? readBase(session, Math.min(base_version, draft.base.version_number), base_tags),
  ])
  // From here on nothing waits, or what is typed meanwhile would be overwritten.
  const { base, merged } = mergeFromAny([common], draft.text, text)
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
