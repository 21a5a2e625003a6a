import type { Article } from '@nightdesk/contracts'
import { textOf } from '../draft-text.ts'
import type { EditSession, EditState } from '../edit-session.ts'
import { isUnsaved } from '../machine/save-machine.ts'
import { untilIdle } from '../machine/send-unsaved.ts'
import { promptStash, type Stash, stash } from './stash.ts'

interface Store {
  getState(): EditState
  subscribe(callback: () => void): () => void
}

/** @returns a function to call after each revert; it stashes unsaved changes, and restores them after an undo */
export function followReverts(session: EditSession, { getState, subscribe }: Store) {
  const { draft, saver, dependencies } = session
  let stashed: Stash | undefined
  return async (article: Article, isUndo: boolean): Promise<void> => {
    // Undo may be pressed after the editor was closed.
    if (session.closed.aborted) return
    const replace = await dependencies.prepareReplace()
    // A request that arrives after the replacement would create a working copy again.
    await untilIdle(saver, subscribe)
    const wasStashed = stashed
    stashed = isUnsaved(saver.state()) ? stash(session) : undefined
    draft.base = { version_number: article.version_number, text: textOf(article) }
    replace(draft.base.text, true)
    saver.dispatch({ type: 'restarted' })
    void session.journal?.clear()
    const { recoverable } = getState()
    if (isUndo && recoverable?.text === wasStashed?.text) recoverable?.restore()
    if (stashed) void promptStash(session, stashed)
  }
}
