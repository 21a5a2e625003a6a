import { EMPTY_TEXT, textOf } from '../article-text.ts'
import type { EditSession } from '../edit-session.ts'
import { chooseText, mergeTexts } from '../merge/merge-text.ts'

type Written = Pick<EditSession['draft'], 'text' | 'base'>

/** Gives the unsaved text up for the newest version; Undo takes it back, also when the page was left. */
export async function discard(session: EditSession, sendUnsaved: () => Promise<boolean>): Promise<void> {
  const { draft, dependencies, saver } = session
  const { article, server, notify, prepareReplace } = dependencies
  try {
    // Nothing may be under way that would write it again.
    await sendUnsaved()
    const [replace, saved] = await Promise.all([prepareReplace(), article ? server.read() : null])
    await server.dropCopy()
    // What was typed until now comes back with Undo.
    const before = { text: draft.text, base: draft.base }
    const text = saved ? textOf(saved) : EMPTY_TEXT
    const after = { text, base: { version_number: saved?.version_number ?? 0, text } }
    draft.base = after.base
    forgetCopy(session)
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

async function takeBack(session: EditSession, before: Written, after: Written): Promise<void> {
  const { draft, dependencies } = session
  const { server, notify, prepareReplace } = dependencies
  try {
    if (session.closed.aborted) {
      await server.keepCopy({ ...draft, ...together(draft, before, after) })
      return notify({
        kind: 'success',
        title: 'Your unpublished changes are back',
        topic: 'discarded changes',
      })
    }
    const replace = await prepareReplace()
    const { text, base } = together(draft, before, after)
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

/** What was given up, with what was written since: where both wrote in one block, one stands below the other. */
function together(now: Written, before: Written, after: Written): Written {
  const merged = mergeTexts(after.text, now.text, before.text)
  const content = merged.parts.filter(({ kind }) => kind === 'conflict').map(() => 'both' as const)
  return {
    text: chooseText(merged, { title: 'mine', excerpt: 'mine', poster: 'mine', content }),
    // Since then there may be a version of what was written.
    base: now.base === after.base ? before.base : now.base,
  }
}

function forgetCopy(session: EditSession) {
  const { draft } = session
  draft.copy_revision = 0
  draft.copied = draft.superseded = draft.unanswered = undefined
  session.sentOnLeave = undefined
}
