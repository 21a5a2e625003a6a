import type { AdminArticle } from '@nightdesk/contracts'
import { revisionsOf } from '../article-server.ts'
import { becomeArticle } from '../become-article.ts'
import { EMPTY_TEXT, textOf } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'
import {
  chooseText,
  describeChanges,
  hasConflict,
  isSameConflict,
  type MergedText,
  mergeFromAny,
  type TextChoices,
} from './merge-text.ts'
import { isSameText } from './same-text.ts'

/**
 * Merges the version that somebody else has saved into the text and saves the result, or shows the conflicts.
 * @returns false when their version could not be loaded
 */
export async function mergeTheirs(session: EditSession): Promise<boolean> {
  const { dependencies, draft, saver, setState } = session
  // Await everything first: the article must not change between the merge and its display.
  const loaded = await loadTheirs(session).catch(() => null)
  if (!loaded) return false
  const [replace, article, copy] = loaded
  const theirs = textOf(article)
  // The save had arrived, only its response was lost: the version is our own.
  const isOwn = draft.unanswered.some(({ text }) => isSameText(text, theirs))
  // Another window of the same user may have saved the copy that this one wrote, or continued from it.
  const supersededCopy = (copy ? undefined : draft.copied) ?? draft.superseded
  const bases = supersededCopy ? [supersededCopy] : []

  /** Saves the merge if it has no other conflicts than those decided. Uploads may have changed the text meanwhile. */
  function saveMerged(decided?: MergedText, choices?: TextChoices) {
    const likeliest = isOwn ? theirs : draft.base.text
    const { base, merged } = mergeFromAny([likeliest, ...bases], draft.text, theirs, draft.unanswered)
    if (hasConflict(merged) && !(decided && isSameConflict(decided, merged))) {
      const decide = (given: TextChoices) => saveMerged(merged, given)
      setState({ conflict: { merged, decide, later: () => setState({ conflict: null }) } })
      return
    }
    replace(chooseText(merged, choices))
    draft.base = { version_number: article.version_number, text: theirs }
    draft.superseded = undefined
    setState({ conflict: null })
    saver.dispatch({ type: 'resolved' })
    if (isOwn || decided) return
    dependencies.notify({
      kind: 'info',
      title: 'Merged with what was saved meanwhile',
      description: `New in your text: ${describeChanges(base, theirs)}.`,
    })
  }

  saveMerged()
  return true
}

function loadTheirs(session: EditSession) {
  const { server, prepareReplace } = session.dependencies
  return Promise.all([
    prepareReplace(),
    server.read().then((read) => followCreated(session, read)),
    server.readCopy(),
  ])
}

/** An earlier save has created the article, and its response was lost: make the session one about that article. */
async function followCreated(session: EditSession, article: AdminArticle): Promise<AdminArticle> {
  const { dependencies, draft } = session
  const { server, serverOf } = dependencies
  if (dependencies.article || !serverOf) return article
  const first = await serverOf(article.id).readVersion(1)
  const begun = [draft.copy_revision, ...revisionsOf(draft.unanswered)]
  becomeArticle(session, article)
  draft.base = { version_number: 1, text: first ?? EMPTY_TEXT }
  draft.copy_revision = 0
  draft.copied = undefined
  await session.record()
  // Else it would stay in the list as "Not saved yet".
  for (const revision of begun) await server.deleteCopy(revision).catch(() => undefined)
  return article
}
