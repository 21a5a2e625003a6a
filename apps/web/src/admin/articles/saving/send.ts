import { anyRevision, type Block } from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../api.ts'
import { readUserId, sessionHeaders } from '../../auth/session.ts'
import { addSent, type DraftState, failureOf, revisionsOf, type Sent, setAnswered } from './article-server.ts'
import { headingOf, textOf } from './draft-text.ts'
import type { EditSession } from './edit-session.ts'
import { findLimit } from './limits.ts'
import { type Failure, isBehind, type Kind } from './save-machine.ts'

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
      const { catchUp } = await import('./merging.ts')
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

/**
 * Bytes. Browsers limit the bodies of all `keepalive` requests of a page to 64 KiB together; the rest is for headers
 * and others.
 */
const MAX_KEEPALIVE = 60_000
/** Requests without an answer that the patch applies to. */
const MAX_UNANSWERED = 2
/** Milliseconds. The text cannot be opened again while the request is under way. */
const TIMEOUT = 30_000

/**
 * Sends unsaved changes at once, because the page may be closed, also while another request is under way. It sends only
 * the changed blocks, as a patch that applies whether or not that request arrives. Changes too large for `keepalive`
 * stay in the journal, and are sent at the next visit.
 * @returns a promise that resolves when the request has ended; undefined when there is nothing to send
 */
export function sendOnLeave(session: EditSession): Promise<void> | undefined {
  const { draft, saver, user, dependencies } = session
  const state = saver.state()
  const { text } = draft
  if (!isBehind(state) || state.failure === 'conflict' || state.failure === 'not-found') return
  if (readUserId() !== user || session.sentOnLeave === text || findLimit(text)?.isOver) return
  session.sentOnLeave = text
  const follows = [draft.copy_revision, ...revisionsOf(draft.unanswered).slice(-MAX_UNANSWERED)]
  const sent = addSent(draft, anyRevision(), follows)
  session.recordSoon()
  return dependencies.server
    .patchCopy((url) => request(url, changeOf(draft, sent)))
    .then(({ revision }) => {
      setAnswered(draft, sent, revision)
      saver.dispatch({ type: 'copied', edit: state.edited })
    })
    .catch(() => {
      // The journal has the text. If the page stays open, it is sent again.
      if (session.sentOnLeave === text) session.sentOnLeave = undefined
    })
}

async function request(url: string, change: object): Promise<{ revision: number; updated_at: string }> {
  const body = JSON.stringify(change)
  const response = await fetch(url, {
    method: 'PATCH',
    keepalive: new TextEncoder().encode(body).length <= MAX_KEEPALIVE,
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { ...sessionHeaders(), 'Content-Type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`The working copy was refused with ${response.status}`)
  return response.json() as Promise<{ revision: number; updated_at: string }> // by the contract
}

/** The difference from the last known copy, and from the requests before that have no answer. */
function changeOf({ text, base, copied, unanswered }: DraftState, { revision, follows }: Sent) {
  const { content } = text
  const before = unanswered.filter((sent) => follows.includes(sent.revision))
  const bases = [copied ?? base.text, ...before.map((sent) => sent.text)].map((one) => one.content)
  const head = Math.min(...bases.map((blocks) => commonLength(blocks, content)))
  const tail = Math.min(
    ...bases.map((blocks) => commonLength(blocks.slice(head).reverse(), content.slice(head).reverse())),
  )
  return {
    ...(base.version_number > 0 && { base_version: base.version_number }),
    revisions: follows,
    next_revision: revision,
    ...headingOf(text),
    base_tags: base.text.tags,
    head,
    tail,
    insert: content.slice(head, content.length - tail),
  }
}

/** Number of blocks that two texts have in common at the beginning. */
function commonLength(one: Block[], other: Block[]): number {
  const index = one.findIndex((block, at) => !isSameBlock(block, other[at]))
  return index === -1 ? one.length : index
}

/** Unchanged blocks are usually the same object; compare by value otherwise. */
const isSameBlock = (one: Block, other: Block | undefined) =>
  one === other || (other !== undefined && JSON.stringify(one) === JSON.stringify(other))
