import { anyRevision } from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../../api.ts'
import { readUserId } from '../../../auth/session.ts'
import { addSent, type DraftState, failureOf, type Sent, setAnswered } from '../article-server.ts'
import { textOf } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'
import { findLimit } from './limits.ts'
import type { Failure, Kind } from './save-machine.ts'

/** How many times one autosave merges with another window that keeps writing. */
const MAX_MERGES = 3

/** Sends the current text. @returns the failure, or null */
export async function send(session: EditSession, kind: Kind): Promise<Failure | null> {
  const { draft, user } = session
  if (findLimit(draft.text)?.isOver) return 'refused'
  if (readUserId() !== user) return 'signed-out'
  try {
    await (kind === 'save' ? save(session) : autosave(session))
    return null
  } catch (error) {
    return explainFailure(session, kind, error as ApiError) // the client throws nothing else
  }
}

async function save({ draft, dependencies: { server }, setState }: EditSession): Promise<void> {
  const saved = await answerOf(draft, addSent(draft, 0), server.save(draft))
  draft.base = { version_number: saved.version_number, text: textOf(saved) }
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  // The server has removed what any of them had written.
  draft.unanswered = []
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
 * window's. A text that is sent again keeps its revision, as the first request may have arrived.
 */
async function putCopy({ draft, dependencies: { server }, record }: EditSession): Promise<void> {
  const now = { ...draft }
  const again = draft.unanswered.find(
    ({ text, revision, follows }) => text === now.text && revision > 0 && follows.includes(now.copy_revision),
  )
  const sent = again ?? addSent(draft, anyRevision())
  await record()
  const written = await answerOf(draft, sent, server.putCopy(now, sent.revision))
  setAnswered(draft, sent, written.revision)
}

/** Waits for the answer to a request. Without one, the text stays among the unanswered. */
async function answerOf<T>(draft: DraftState, sent: Sent, request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    const failure = failureOf(error as ApiError) // the client throws nothing else
    if (failure !== 'offline' && failure !== 'server') setAnswered(draft, sent)
    throw error
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
