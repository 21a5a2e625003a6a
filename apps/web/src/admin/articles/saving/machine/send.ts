import { anyFirstRevision } from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../../api.ts'
import { readUserId } from '../../../auth/session.ts'
import { failureOf } from '../article-server.ts'
import { textOf } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'
import { loadLimits } from './load-limits.ts'
import type { Failure, Kind } from './save-machine.ts'

/** How many times one autosave merges with another window that keeps writing. */
const MAX_MERGES = 3

/** Sends the current text. @returns the failure, or null */
export async function send(session: EditSession, kind: Kind): Promise<Failure | null> {
  const { draft, user } = session
  const limits = await loadLimits()
  if (limits?.findLimit(draft.text)?.isOver) return 'refused'
  if (readUserId() !== user) return 'signed-out'
  const { text } = draft
  try {
    await (kind === 'save' ? save(session) : autosave(session))
    draft.unanswered = undefined
    return null
  } catch (error) {
    const failure = await explainFailure(session, kind, error as ApiError) // the client throws nothing else
    if (failure === 'offline' || failure === 'server') draft.unanswered = text
    return failure
  }
}

async function save({ draft, dependencies: { server }, setState }: EditSession): Promise<void> {
  const saved = await server.save(draft)
  draft.base = { version_number: saved.version_number, text: textOf(saved) }
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  draft.saved = saved
  setState({ refused: undefined })
}

async function autosave(session: EditSession): Promise<void> {
  for (let left = MAX_MERGES; ; left--) {
    try {
      return await putCopy(session)
    } catch (error) {
      const isStale = failureOf(error as ApiError) === 'conflict' // the client throws nothing else
      if (!isStale || left === 0) throw error
      const { catchUp } = await import('../merge/catch-up.ts')
      if (!(await catchUp(session))) throw error
    }
  }
}

/**
 * Records the coming revision in the journal first: if the page crashes now, the copy is still recognised as this
 * window's.
 */
async function putCopy({ draft, dependencies: { server }, record }: EditSession): Promise<void> {
  const sent = { ...draft }
  const revision = sent.copy_revision ? sent.copy_revision + 1 : sent.first_revision
  draft.sending = { revision, text: sent.text }
  try {
    await record()
    const written = await server.putCopy(sent)
    draft.first_revision = anyFirstRevision()
    // A patch that was sent when the page was hidden may have come later.
    if (draft.copy_revision !== sent.copy_revision) return
    draft.copy_revision = written.revision
    draft.copied = sent.text
  } finally {
    draft.sending = undefined
  }
}

async function explainFailure(session: EditSession, kind: Kind, error: ApiError): Promise<Failure> {
  const { notify, failureTitle } = session.dependencies
  const failure = failureOf(error)
  if (kind === 'autosave') {
    const isNews = session.saver.state().failures === 0
    if (failure === 'conflict' && isNews)
      notify({ kind: 'info', title: 'Kept on this device only', description: error.message })
    return failure
  }
  if (failure === 'signed-out') return failure
  // An article in the trash is refused with a conflict too, but there is nothing to merge.
  if (failure === 'conflict' && !(await isInTrash(session))) return failure
  session.setState({ refused: error.data?.fields })
  notify({ kind: 'error', title: failureTitle, description: explain(error) })
  return failure === 'conflict' ? 'refused' : failure
}

const isInTrash = ({ dependencies: { server } }: EditSession) =>
  server.read().then(
    ({ state }) => state === 'deleted',
    () => false, // the merge reads it again, and reports the error
  )
