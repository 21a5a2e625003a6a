import type { ApiError } from '../../../../api.ts'
import { failureOf } from '../article-server.ts'
import { type DraftText, EMPTY_TEXT, textOf } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'
import { catchUp } from '../merge/catch-up.ts'
import { chooseText, mergeTexts } from '../merge/merge-text.ts'
import { isSameText } from '../merge/same-text.ts'

type TextAndBase = Pick<EditSession['draft'], 'text' | 'base'>

/**
 * Replaces unsaved changes by the newest version. Undo restores them, even after the editor was closed. Changes of another
 * window are merged in instead: nobody discards what they have not seen.
 */
export async function discard(session: EditSession, sendUnsaved: () => Promise<boolean>): Promise<void> {
  const { draft, dependencies, saver } = session
  const { article, server, notify, prepareReplace } = dependencies
  const seen = draft.text
  try {
    // A request that arrives later would write the changes again.
    await sendUnsaved()
    const [replace, saved] = await Promise.all([prepareReplace(), article ? server.read() : null])
    if (!(await deleteCopy(session, seen))) {
      return notify({
        kind: 'info',
        title: 'Nothing was discarded',
        description: 'Another window has changed the text meanwhile.',
      })
    }
    // Changes made until now are part of the undo.
    const before = { text: draft.text, base: draft.base }
    const text = saved ? textOf(saved) : EMPTY_TEXT
    const after = { text, base: { version_number: saved?.version_number ?? 0, text } }
    draft.base = after.base
    resetCopy(session)
    replace(text, true)
    saver.dispatch({ type: 'restarted' })
    void session.journal?.clear()
    notify({
      kind: 'success',
      title: 'Unpublished changes discarded',
      description: article ? 'The text is that of the newest version.' : undefined,
      topic: 'discarded changes',
      duration: 10_000,
      undo: () => void takeBack(session, before, after),
    })
  } catch {
    notify({ kind: 'error', title: 'Nothing was discarded', description: 'The server could not be reached.' })
  }
}

/** @returns false when another window has written since the text was seen */
async function deleteCopy(session: EditSession, seen: DraftText): Promise<boolean> {
  const { draft, dependencies } = session
  while (isSameText(draft.text, seen)) {
    try {
      await dependencies.server.deleteCopy(draft.copy_revision)
      return true
    } catch (error) {
      if (failureOf(error as ApiError) !== 'conflict') throw error // the client throws nothing else
      if (!(await catchUp(session))) return false
    }
  }
  return false
}

async function takeBack(session: EditSession, before: TextAndBase, after: TextAndBase): Promise<void> {
  const { draft, dependencies } = session
  const { server, notify, prepareReplace } = dependencies
  try {
    if (session.closed.aborted) {
      await server.putCopy(await mergeIntoCopy(session, before, after))
      return notify({
        kind: 'success',
        title: 'Your unpublished changes are back',
        topic: 'discarded changes',
      })
    }
    const replace = await prepareReplace()
    const { text, base } = mergeDiscarded(draft, before, after)
    draft.base = base
    replace(text)
  } catch {
    notify({
      kind: 'error',
      title: 'The changes could not be brought back',
      duration: 0,
      topic: 'discarded changes',
      undo: () => void takeBack(session, before, after),
    })
  }
}

/** The discarded changes with those that were written after the editor was closed. */
async function mergeIntoCopy({ draft, dependencies }: EditSession, before: TextAndBase, after: TextAndBase) {
  const copy = await dependencies.server.readCopy()
  if (!copy) return { ...mergeDiscarded(draft, before, after), copy_revision: 0 }
  const { text, base_version: version_number, base_tags: tags, revision: copy_revision } = copy
  const isSameBase = version_number === draft.base.version_number
  const base = isSameBase ? draft.base : { version_number, text: { ...draft.base.text, tags } }
  return { ...mergeDiscarded({ text, base }, before, after), copy_revision }
}

/** Merges discarded changes with those made since. Blocks changed in both follow each other. */
function mergeDiscarded(now: TextAndBase, before: TextAndBase, after: TextAndBase): TextAndBase {
  const merged = mergeTexts(after.text, now.text, before.text)
  const content = merged.parts.filter(({ kind }) => kind === 'conflict').map(() => 'both' as const)
  return {
    text: chooseText(merged, { title: 'mine', excerpt: 'mine', poster: 'mine', content }),
    // A save since then has created a newer base.
    base: now.base === after.base ? before.base : now.base,
  }
}

function resetCopy(session: EditSession) {
  const { draft } = session
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  draft.unanswered = []
  session.sentOnLeave = undefined
}
