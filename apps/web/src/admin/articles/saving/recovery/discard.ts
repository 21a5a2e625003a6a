import { EMPTY_TEXT, textOf } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'
import { chooseText, mergeTexts } from '../merge/merge-text.ts'

type TextAndBase = Pick<EditSession['draft'], 'text' | 'base'>

/** Replaces unsaved changes by the newest version. Undo restores them, even after the editor was closed. */
export async function discard(session: EditSession, sendUnsaved: () => Promise<boolean>): Promise<void> {
  const { draft, dependencies, saver } = session
  const { article, server, notify, prepareReplace } = dependencies
  try {
    // A request that arrives later would write the changes again.
    await sendUnsaved()
    const [replace, saved] = await Promise.all([prepareReplace(), article ? server.read() : null])
    await server.deleteCopy()
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

async function takeBack(session: EditSession, before: TextAndBase, after: TextAndBase): Promise<void> {
  const { draft, dependencies } = session
  const { server, notify, prepareReplace } = dependencies
  try {
    if (session.closed.aborted) {
      await server.putCopy({ ...draft, ...mergeDiscarded(draft, before, after) })
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
  draft.copied = draft.superseded = draft.unanswered = undefined
  session.sentOnLeave = undefined
}
