import type { AdminArticle } from '@nightdesk/contracts'
import { EMPTY_TEXT, textOf } from '../article-text.ts'
import { becomeArticle } from '../become-article.ts'
import type { EditSession } from '../edit-session.ts'
import { chooseText, describeChanges, hasConflict, mergeFromAny, type TextChoices } from './merge-text.ts'
import { isSameText } from './same-text.ts'

/**
 * Merges what somebody else saved into the text and saves that, or asks where both wrote.
 * @returns whether their text could be loaded
 */
export async function mergeTheirs(session: EditSession): Promise<boolean> {
  const { dependencies, draft, saver, setState } = session
  const { server, notify, prepareReplace } = dependencies
  // Neither the text nor the server's article may change between merging and showing, so what takes time comes first.
  const loading = [
    prepareReplace(),
    server.read().then((read) => followMade(session, read)),
    server.readCopy(),
  ] as const
  const loaded = await Promise.all(loading).catch(() => null)
  if (!loaded) return false
  const [replace, article, copy] = loaded
  const theirs = textOf(article)
  // The save arrived whose answer did not: this is no other's text.
  const isOwn = draft.unanswered !== undefined && isSameText(draft.unanswered, theirs)
  // Another window of the same person may have gone on from the copy that this one wrote.
  const handedOn = (copy ? undefined : draft.copied) ?? draft.superseded
  const bases = handedOn && !isOwn ? [handedOn] : []
  const { base, merged } = mergeFromAny([isOwn ? theirs : draft.base.text, ...bases], draft.text, theirs)

  function saveMerged(choices?: TextChoices) {
    replace(chooseText(merged, choices))
    draft.base = { version_number: article.version_number, text: theirs }
    draft.superseded = undefined
    setState({ conflict: null })
    saver.dispatch({ type: 'resolved' })
  }

  if (hasConflict(merged)) {
    setState({ conflict: { merged, decide: saveMerged, later: () => setState({ conflict: null }) } })
    return true
  }
  saveMerged()
  if (!isOwn) {
    notify({
      kind: 'info',
      title: 'Merged with what was saved meanwhile',
      description: `New in your text: ${describeChanges(base, theirs)}.`,
    })
  }
  return true
}

/** An earlier save has made an article of a new text, and its answer was lost: from now on the text is about that. */
async function followMade(session: EditSession, article: AdminArticle): Promise<AdminArticle> {
  const { dependencies, draft } = session
  const { server, serverOf } = dependencies
  if (dependencies.article || !serverOf) return article
  const first = await serverOf(article.id).readVersion(1)
  const { copy_revision } = draft
  becomeArticle(session, article)
  draft.base = { version_number: 1, text: first ?? EMPTY_TEXT }
  draft.copy_revision = 0
  draft.copied = undefined
  await session.keep()
  // It would stay in the list as a text that was never saved.
  if (copy_revision > 0) await server.dropCopy(copy_revision).catch(() => undefined)
  return article
}
