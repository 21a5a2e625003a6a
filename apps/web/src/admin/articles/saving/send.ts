import { anyFirstRevision } from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../api.ts'
import { readUserId } from '../../auth/session.ts'
import { failureOf } from './article-server.ts'
import { textOf } from './article-text.ts'
import type { Desk } from './desk.ts'
import { loadLimits } from './load-limits.ts'
import type { Failure, Kind } from './save-machine.ts'

/** How often in one autosave to catch up with a window that goes on writing. */
const MOST_TRIES = 3

/** Sends the newest text. @returns why it failed, or null */
export async function send(desk: Desk, kind: Kind): Promise<Failure | null> {
  const { work, user } = desk
  const limits = await loadLimits()
  if (limits?.findLimit(work.text)?.isOver) return 'refused'
  if (readUserId() !== user) return 'signed-out'
  const { text } = work
  try {
    await (kind === 'save' ? save(desk) : autosave(desk))
    work.unanswered = undefined
    return null
  } catch (error) {
    const failure = await explainFailure(desk, kind, error as ApiError) // the client throws nothing else
    if (failure === 'offline' || failure === 'server') work.unanswered = text
    return failure
  }
}

async function save({ work, surroundings: { server }, show }: Desk): Promise<void> {
  const saved = await server.save(work)
  work.base = { version_number: saved.version_number, text: textOf(saved) }
  work.copy_revision = 0
  work.copied = work.handed_on = undefined
  work.saved = saved
  show({ refused: undefined })
}

async function autosave(desk: Desk): Promise<void> {
  for (let left = MOST_TRIES; ; left--) {
    try {
      return await keepCopy(desk)
    } catch (error) {
      const isStale = failureOf(error as ApiError) === 'conflict' // the client throws nothing else
      if (!isStale || left === 0) throw error
      const { catchUp } = await import('./catch-up.ts')
      if (!(await catchUp(desk))) throw error
    }
  }
}

/** The journal is told the coming revision first: should the page die now, the copy is known to be this window's. */
async function keepCopy({ work, surroundings: { server }, keep }: Desk): Promise<void> {
  const sent = { ...work }
  const revision = sent.copy_revision ? sent.copy_revision + 1 : sent.first_revision
  work.sending = { revision, text: sent.text }
  try {
    await keep()
    const written = await server.keepCopy(sent)
    work.first_revision = anyFirstRevision()
    // What was sent on leaving may have come after it.
    if (work.copy_revision !== sent.copy_revision) return
    work.copy_revision = written.revision
    work.copied = sent.text
  } finally {
    work.sending = undefined
  }
}

async function explainFailure(desk: Desk, kind: Kind, error: ApiError): Promise<Failure> {
  const { notify, failureTitle } = desk.surroundings
  const failure = failureOf(error)
  if (kind === 'autosave') {
    const isNews = desk.saver.state().failures === 0
    if (failure === 'conflict' && isNews)
      notify({ kind: 'info', title: 'Kept on this device only', description: error.message })
    return failure
  }
  if (failure === 'signed-out') return failure
  // Also an article in the trash refuses with a conflict, and there is nothing to merge with.
  if (failure === 'conflict' && !(await isInTrash(desk))) return failure
  desk.show({ refused: error.data?.fields })
  notify({ kind: 'error', title: failureTitle, description: explain(error) })
  return failure === 'conflict' ? 'refused' : failure
}

const isInTrash = ({ surroundings: { server } }: Desk) =>
  server.read().then(
    ({ state }) => state === 'deleted',
    () => false, // the merge asks again, and says what is wrong
  )
