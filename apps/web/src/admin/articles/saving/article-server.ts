import { type AdminArticle, anyRevision, MAX_UNANSWERED, type WorkingCopy } from '@nightdesk/contracts'
import { excerpt } from '@nightdesk/editor'
import { type ApiError, type api, isSessionEnded } from '../../../api.ts'
import { type DraftText, headingOf, textOf } from './draft-text.ts'
import type { Failure } from './save-machine.ts'

type Client = ReturnType<typeof api.useUtils>['client']

/** The caller's working copy on the server. */
export type FoundCopy = Omit<WorkingCopy, keyof DraftText | `poster_${string}`> & { text: DraftText }

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
  copied?: DraftText
  /** The text of a working copy that is gone: another window saved it as a version, or discarded it. */
  superseded?: DraftText
  /** The requests without a response, in the order they were sent; the server may have stored any of them. */
  unanswered: readonly Sent[]
  /** The response to the last save, until `onSaved` is called with it. */
  saved?: AdminArticle
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
  draft.copied = stored > 0 ? sent.text : undefined
}

/** Revisions of the working copy that requests create. */
export const revisionsOf = (sent: readonly Sent[]) =>
  sent.map(({ revision }) => revision).filter((revision) => revision > 0)

export interface ArticleServer {
  save(draft: DraftState): Promise<AdminArticle>
  read(): Promise<AdminArticle>
  /** Undefined when there is no such version. */
  readVersion(version_number: number): Promise<DraftText | undefined>
  readCopy(): Promise<FoundCopy | null>
  /** @param next_revision absent: a random one */
  putCopy(draft: CopyToWrite, next_revision?: number): Promise<StoredCopy>
  /** @param send sends a part of the text to the given URL */
  patchCopy(send: (url: string) => Promise<StoredCopy>): Promise<StoredCopy>
  deleteCopy(revision: number): Promise<void>
}

type CopyToWrite = Pick<DraftState, 'text' | 'base' | 'copy_revision'>

/** The fields that both kinds of working copies share. */
const copyOf = ({ text, base, copy_revision }: CopyToWrite, next_revision: number) => ({
  revision: copy_revision,
  next_revision,
  content: text.content,
  ...headingOf(text),
  base_tags: base.text.tags,
})

/**
 * API calls about one article. `onCopyChange` is called when the working copy on the server changes; with null when it is
 * deleted.
 */
export function articleServer(
  { articles, workingCopies, versions }: Client,
  id: number,
  onCopyChange: (updated_at: string | null) => void,
): ArticleServer {
  const reported = <T extends StoredCopy>(copy: T): T => {
    onCopyChange(copy.revision > 0 ? copy.updated_at : null)
    return copy
  }
  return {
    save: ({ text, base, copy_revision, unanswered }) =>
      articles.update.mutate({
        id,
        content: text.content,
        ...headingOf(text),
        base_tags: base.text.tags,
        base_version: base.version_number,
        working_copy_revision: copy_revision,
        unanswered_revisions: revisionsOf(unanswered),
      }),
    read: () => articles.get.query({ id }),
    async readVersion(version_number) {
      const [found] = await versions.list.query({ id, before: version_number + 1, limit: 1 })
      if (found?.version_number !== version_number) return
      return textOf(await versions.get.query({ id, version_id: found.id }))
    },
    async readCopy() {
      const copy = await workingCopies.get.query({ id }).catch(nullIfMissing)
      return copy && { ...copy, text: textOf(copy) }
    },
    async putCopy(draft, next_revision = anyRevision()) {
      const base_version = draft.base.version_number
      return reported(await workingCopies.put.mutate({ id, base_version, ...copyOf(draft, next_revision) }))
    },
    patchCopy: async (send) => reported(await send(`/admin/articles/${id}/working-copy`)),
    async deleteCopy(revision) {
      await workingCopies.delete.mutate({ id, revision })
      onCopyChange(null)
    },
  }
}

/**
 * API calls about a text without an article. Only a save creates one; until then its working copy is identified by a
 * key.
 */
export function newArticleServer(
  { articles, newArticles }: Client,
  key: string,
  onCopyChange: () => void,
): ArticleServer {
  const reported = <T>(copy: T): T => {
    onCopyChange()
    return copy
  }
  return {
    save: ({ text, copy_revision, unanswered }) =>
      articles.create.mutate({
        ...headingOf(text),
        content: JSON.stringify(text.content),
        excerpt: text.excerpt.trim() || excerpt(text.content),
        working_copy_key: key,
        working_copy_revision: copy_revision,
        unanswered_revisions: revisionsOf(unanswered),
      }),
    async read() {
      const created = await newArticles.article.query({ key })
      if (!created) throw new Error('A new article has no versions')
      return created
    },
    readVersion: () => Promise.resolve(undefined),
    async readCopy() {
      const copy = await newArticles.get.query({ key }).catch(nullIfMissing)
      return copy && { ...copy, text: textOf(copy) }
    },
    putCopy: async (draft, next_revision = anyRevision()) =>
      reported(await newArticles.put.mutate({ key, ...copyOf(draft, next_revision) })),
    patchCopy: async (send) => reported(await send(`/admin/working-copies/${key}`)),
    deleteCopy: async (revision) => reported(await newArticles.delete.mutate({ key, revision })),
  }
}

function nullIfMissing(error: ApiError): null {
  if (error.data?.code === 'NOT_FOUND') return null
  throw error
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
