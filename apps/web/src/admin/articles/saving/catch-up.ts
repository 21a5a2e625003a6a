import type { FoundCopy } from './article-server.ts'
import type { ArticleText } from './article-text.ts'
import { readBase } from './base-text.ts'
import type { Desk } from './desk.ts'
import { isSameText } from './same-text.ts'

/**
 * The working copy is not as this window left it: takes what another window wrote into the text, so that writing it
 * overwrites nothing.
 * @returns false when it is as it was left, and when both windows changed the same place
 */
export async function catchUp(desk: Desk): Promise<boolean> {
  const { work, surroundings } = desk
  const copy = await surroundings.server.readCopy()
  if ((copy?.revision ?? 0) === work.copy_revision) return false
  if (copy && !isOwn(desk, copy.text) && !(await mergeCopy(desk, copy))) return false
  if (!copy) work.handed_on = work.copied
  work.copy_revision = copy?.revision ?? 0
  work.copied = copy?.text
  return true
}

/** A copy that arrived though its answer did not is no other window's. */
const isOwn = ({ work: { unanswered } }: Desk, text: ArticleText) =>
  unanswered !== undefined && isSameText(unanswered, text)

async function mergeCopy(desk: Desk, { text, base_version, base_tags }: FoundCopy): Promise<boolean> {
  const { work, surroundings } = desk
  const [{ mergeFromAny, hasConflict, chooseText, describeChanges }, replace, common] = await Promise.all([
    import('./merge-text.ts'),
    surroundings.prepareReplace(),
    // Both windows began from what they had in common, or from the older of their versions.
    work.copied ?? readBase(desk, Math.min(base_version, work.base.version_number), base_tags),
  ])
  // From here on nothing waits, or what is typed meanwhile would be overwritten.
  const { base, merged } = mergeFromAny([common], work.text, text)
  if (hasConflict(merged)) return false
  replace(chooseText(merged))
  const changes = describeChanges(base, text)
  if (changes === '') return true
  surroundings.notify({
    kind: 'info',
    title: 'Merged with your other window',
    description: `New in your text: ${changes}.`,
  })
  return true
}
