import { textOf } from './article-text.ts'
import type { Desk } from './desk.ts'
import type { TextChoices } from './merge-text.ts'
import { isSameText } from './same-text.ts'

/** Somebody else saved first: merges what they wrote into the text and saves that, or asks where both wrote. */
export async function mergeTheirs(desk: Desk): Promise<void> {
  const { surroundings, work, saver, show } = desk
  const { server, notify, failureTitle, prepareReplace } = surroundings
  // Neither the text nor the server's article may change between merging and showing, so what takes time comes first.
  const loaded = await Promise.all([import('./merge-text.ts'), prepareReplace(), server.read()]).catch(
    () => null,
  )
  if (!loaded) {
    const description =
      'Somebody else saved meanwhile, and their text cannot be loaded. Save again to try again.'
    return notify({ kind: 'error', title: failureTitle, description })
  }
  const [{ mergeTexts, hasConflict, chooseText, describeChanges }, replace, article] = loaded
  const theirs = textOf(article)
  // The save arrived whose answer did not: this is no other's text.
  const isOwn = work.unanswered !== undefined && isSameText(work.unanswered, theirs)
  const base = isOwn ? theirs : work.base.text
  const merged = mergeTexts(base, work.text, theirs)

  function saveMerged(choices?: TextChoices) {
    replace(chooseText(merged, choices))
    work.base = { version_number: article.version_number, text: theirs }
    show({ conflict: null })
    saver.dispatch({ type: 'resolved' })
  }

  if (hasConflict(merged)) {
    return show({ conflict: { merged, decide: saveMerged, later: () => show({ conflict: null }) } })
  }
  saveMerged()
  if (isOwn) return
  notify({
    kind: 'info',
    title: 'Merged with what was saved meanwhile',
    description: `New in your text: ${describeChanges(base, theirs)}.`,
  })
}
