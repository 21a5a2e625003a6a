import { anyRevision, type Block } from '@nightdesk/contracts'
import { readUserId, sessionHeaders } from '../../../auth/session.ts'
import { addSent, type DraftState, revisionsOf, type Sent, setAnswered } from '../article-server.ts'
import { headingOf } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'
import { findLimit } from '../machine/limits.ts'
import { isBehind } from '../machine/save-machine.ts'

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
