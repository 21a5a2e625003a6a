import {
  type AdminArticle,
  anyRevision,
  type Block,
  MAX_UNANSWERED,
  type WorkingCopy,
} from '@nightdesk/contracts'
import { excerpt } from '@nightdesk/editor'
import { type ApiError, type api, isSessionEnded } from '../../../api.ts'
import { sessionHeaders } from '../../auth/session.ts'
import { type DraftText, headingOf, isNew, type Subject, textOf } from './draft-text.ts'
import type { Failure } from './save-machine.ts'

/** API calls about one text, with what the browser says about it meanwhile. */
export interface ArticleServer {
  /** Saves a version. The first save of a new text creates its article. */
  save(draft: DraftState): Promise<AdminArticle>
  /** The article; for a new text, the one that a save has created, or null. */
  read(): Promise<AdminArticle | null>
  /** Undefined when there is no such version. */
  readVersion(version_number: number): Promise<DraftText | undefined>
  /** The caller's working copy. */
  readCopy(): Promise<WorkingCopy | null>
  /** @param next_revision absent: a random one */
  putCopy(draft: CopyToWrite, next_revision?: number): Promise<StoredCopy>
  /** Sends only what has changed, in a request that goes on when the page is closed. */
  patchCopy(draft: DraftState, sent: Sent): Promise<StoredCopy>
  deleteCopy(revision: number): Promise<void>
}

type CopyToWrite = Pick<DraftState, 'text' | 'base' | 'copy_revision'>

/** The server's response to a write of the working copy. */
type StoredCopy = Pick<WorkingCopy, 'revision' | 'updated_at'>

/** The draft in one window, and what the server is known to hold of it. */
export interface DraftState {
  text: DraftText
  /** The version that the draft is based on; version_number is 0 for a new article. */
  base: { version_number: number; text: DraftText }
  /** Revision of the working copy that this window last wrote or read; 0 when there is none. */
  copy_revision: number
  /** The text of that revision. */
  lastCopy?: DraftText
  /** The text of a working copy that is gone: another window saved it as a version, or discarded it. */
  superseded?: DraftText
  /** The requests without a response, in the order they were sent; the server may have stored any of them. */
  unanswered: readonly Sent[]
}

/** A text that was sent to the server. */
export interface Sent {
  text: DraftText
  /** The revision of the working copy that the request creates; 0 for a save, which leaves none. */
  revision: number
  /** The revisions that it replaces. */
  follows: readonly number[]
}

/** Counts a text as sent, and unanswered until it is counted as answered. */
export function addSent(draft: DraftState, revision: number, follows = [draft.copy_revision]): Sent {
  const sent = { text: draft.text, revision, follows }
  draft.unanswered = [...draft.unanswered, sent].slice(-MAX_UNANSWERED)
  return sent
}

/** @param stored the revision of the working copy that the server has stored; undefined when it has refused the request */
export function setAnswered(draft: DraftState, sent: Sent, stored?: number): void {
  draft.unanswered = draft.unanswered.filter((other) => other !== sent)
  // A later request may have been answered before.
  if (stored === undefined || !sent.follows.includes(draft.copy_revision)) return
  draft.copy_revision = stored
  // Without a copy, the next change is one of the base version.
  draft.lastCopy = stored > 0 ? sent.text : undefined
}

/** The server has no working copy of the draft any more. */
export function forgetCopy(draft: DraftState): void {
  draft.copy_revision = 0
  draft.lastCopy = draft.superseded = undefined
}

/** Revisions of the working copy that requests create. */
export const revisionsOf = (sent: readonly Sent[]) =>
  sent.map(({ revision }) => revision).filter((revision) => revision > 0)

/** Whether the article of a new text may be from an earlier save of this window. */
export const isSaveUnanswered = ({ unanswered }: DraftState): boolean =>
  unanswered.some(({ revision }) => revision === 0)

export type ApiClient = ReturnType<typeof api.useUtils>['client']

type CopyInput = Omit<Parameters<ApiClient['workingCopies']['put']['mutate']>[0], 'id'>

/** @param onCopyChange called when the working copy on the server changes; with null when it is gone */
export function articleServer(
  client: ApiClient,
  subject: Subject,
  onCopyChange: (updated_at: string | null) => void = () => undefined,
): ArticleServer {
  const { path, put, remove, ...calls } = isNew(subject)
    ? callsOfNew(client, subject)
    : callsOfArticle(client, subject)
  async function reported(write: Promise<StoredCopy>) {
    const copy = await write
    onCopyChange(copy.revision > 0 ? copy.updated_at : null)
    return copy
  }
  return {
    ...calls,
    putCopy: ({ text, base, copy_revision: revision }, next_revision = anyRevision()) =>
      reported(put({ revision, next_revision, content: text.content, ...continued(text, base) })),
    patchCopy: (draft, sent) => reported(patch(path, changeOf(draft, sent))),
    async deleteCopy(revision) {
      await remove(revision)
      onCopyChange(null)
    },
  }
}

const callsOfArticle = ({ articles, workingCopies, versions }: ApiClient, { id }: { id: number }) => ({
  save: ({ text, base, ...draft }: DraftState) =>
    articles.update.mutate({ id, content: text.content, ...continued(text, base), ...copiesOf(draft) }),
  read: () => articles.get.query({ id }),
  async readVersion(version_number: number) {
    const [found] = await versions.list.query({ id, before: version_number + 1, limit: 1 })
    if (found?.version_number !== version_number) return
    return textOf(await versions.get.query({ id, version_id: found.id }))
  },
  readCopy: () => workingCopies.get.query({ id }),
  put: (copy: CopyInput) => workingCopies.put.mutate({ id, ...copy }),
  path: `/admin/articles/${id}/working-copy`,
  remove: (revision: number) => workingCopies.delete.mutate({ id, revision }),
})

const callsOfNew = ({ articles, newArticles }: ApiClient, { key }: { key: string }) => ({
  save: ({ text, ...draft }: DraftState) =>
    articles.create.mutate({
      ...headingOf(text),
      content: JSON.stringify(text.content),
      excerpt: text.excerpt.trim() || excerpt(text.content),
      working_copy_key: key,
      ...copiesOf(draft),
    }),
  read: () => newArticles.article.query({ key }),
  readVersion: async () => undefined,
  readCopy: () => newArticles.get.query({ key }).catch(nullIfMissing),
  put: (copy: CopyInput) => newArticles.put.mutate({ key, ...copy }),
  path: `/admin/working-copies/${key}`,
  remove: (revision: number) => newArticles.delete.mutate({ key, revision }),
})

function nullIfMissing(error: ApiError): null {
  if (error.data?.code === 'NOT_FOUND') return null
  throw error
}

/** All but the content of a text that continues a version. The calls of a new text, which has none, ignore its number. */
const continued = (text: DraftText, base: DraftState['base']) => ({
  ...headingOf(text),
  base_tags: base.text.tags,
  base_version: base.version_number,
})

/** The working copies that a save is made of. */
const copiesOf = ({ copy_revision, unanswered }: Pick<DraftState, 'copy_revision' | 'unanswered'>) => ({
  working_copy_revision: copy_revision,
  unanswered_revisions: revisionsOf(unanswered),
})

/** The difference from the last known copy, and from the requests before that have no answer. */
function changeOf({ text, base, lastCopy, unanswered }: DraftState, { revision, follows }: Sent) {
  const { content } = text
  const before = unanswered.filter((sent) => follows.includes(sent.revision))
  const bases = [lastCopy ?? base.text, ...before.map((sent) => sent.text)].map((one) => one.content)
  const head = Math.min(...bases.map((blocks) => commonLength(blocks, content)))
  const tail = Math.min(
    ...bases.map((blocks) => commonLength(blocks.slice(head).reverse(), content.slice(head).reverse())),
  )
  return {
    revisions: follows,
    next_revision: revision,
    ...continued(text, base),
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

/**
 * Bytes. Browsers limit the bodies of all `keepalive` requests of a page to 64 KiB together; the rest is for headers
 * and others.
 */
const MAX_KEEPALIVE = 60_000
/** Milliseconds. The text cannot be opened again while the request is under way. */
const TIMEOUT = 30_000

/** Not by the API client: only `keepalive` requests outlive the page. */
async function patch(url: string, change: object): Promise<StoredCopy> {
  const body = JSON.stringify(change)
  const response = await fetch(url, {
    method: 'PATCH',
    keepalive: new TextEncoder().encode(body).length <= MAX_KEEPALIVE,
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { ...sessionHeaders(), 'Content-Type': 'application/json' },
    body,
  })
  if (!response.ok) throw new Error(`The working copy was refused with ${response.status}`)
  return response.json() as Promise<StoredCopy> // by the contract
}

/** Maps a failed call to a failure of the save machine. */
export function failureOf({ data }: ApiError): Failure {
  if (!data) return 'offline'
  if (isSessionEnded(data.code) || data.code === 'ENROLMENT_REQUIRED') return 'signed-out'
  if (data.code === 'CONFLICT') return 'conflict'
  if (data.code === 'NOT_FOUND') return 'not-found'
  const isPassing = data.httpStatus >= 500 || data.code === 'TOO_MANY_REQUESTS'
  return isPassing ? 'server' : 'refused'
}
