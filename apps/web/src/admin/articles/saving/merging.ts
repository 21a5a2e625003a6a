import type { AdminArticle } from '@nightdesk/contracts'
import { type FoundCopy, revisionsOf, setAnswered } from './article-server.ts'
import { becomeArticle } from './draft-editor.ts'
import { type DraftText, EMPTY_TEXT, textOf } from './draft-text.ts'
import type { EditSession } from './edit-session.ts'
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

/**
 * The text of the version that an edit is based on, as the base of a merge. Versions have no tags: where the base tags
 * are unknown, none are assumed, so that the tags of both sides remain.
 */
export async function readBase(
  { draft, dependencies }: EditSession,
  version_number: number,
  tags: string[] = [],
): Promise<DraftText> {
  const { article, server } = dependencies
  if (!article) return EMPTY_TEXT
  const isBase = version_number === draft.base.version_number
  const version = isBase ? undefined : await server.readVersion(version_number)
  return { ...(version ?? draft.base.text), tags }
}
