import type { AdminArticle } from '@nightdesk/contracts'
import { excerpt } from '@nightdesk/editor/excerpt'
import { type ApiError, type api, isSessionEnded } from '../../../api.ts'
import { type DraftText, headingOf, textOf } from './draft-text.ts'
import type { Failure } from './machine/save-machine.ts'

type Client = ReturnType<typeof api.useUtils>['client']

/** The caller's working copy on the server. */
export interface FoundCopy {
  text: DraftText
  base_version: number
  /** The article's tags when the copy was begun. */
  base_tags: string[]
  revision: number
  created_at: string
  updated_at: string
}

/** The server's response to a write of the working copy. */
interface StoredCopy {
  revision: number
  updated_at: string
}

/** The draft in one window, and what the server is known to hold of it. */
export interface DraftState {
  text: DraftText
  /** The version that the draft is based on; version_number is 0 for a new article. */
  base: { version_number: number; text: DraftText }
  /** Revision of the working copy that this window last wrote or read; 0 when there is none. */
  copy_revision: number
  /**
   * The first revision of the next new copy. It is chosen in advance, so that the journal can record it before the copy
   * is sent.
   */
  first_revision: number
  /** The request under way, and the revision that it will create. */
  sending?: { revision: number; text: DraftText }
  /** The text of that revision. */
  copied?: DraftText
  /** The text of a working copy that is gone: another window saved it as a version, or discarded it. */
  superseded?: DraftText
  /** The text of a request that got no response; the server may have stored it. */
  unanswered?: DraftText
  /** The response to the last save, until `onSaved` is called with it. */
  saved?: AdminArticle
}

export interface ArticleServer {
  save(draft: DraftState): Promise<AdminArticle>
  read(): Promise<AdminArticle>
  /** Undefined when there is no such version. */
  readVersion(version_number: number): Promise<DraftText | undefined>
  readCopy(): Promise<FoundCopy | null>
  putCopy(draft: DraftState): Promise<StoredCopy>
  /** @param send sends a part of the text to the given URL */
  patchCopy(send: (url: string) => Promise<StoredCopy>): Promise<StoredCopy>
  /** @param revision when absent, whatever revision the server has */
  deleteCopy(revision?: number): Promise<void>
}

/** The fields that both kinds of working copies share. */
const copyOf = ({ text, base, copy_revision, first_revision }: DraftState) => ({
  revision: copy_revision,
  first_revision,
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
    onCopyChange(copy.updated_at)
    return copy
  }
  return {
    save: ({ text, base, copy_revision }) =>
      articles.update.mutate({
        id,
        content: text.content,
        ...headingOf(text),
        base_tags: base.text.tags,
        base_version: base.version_number,
        working_copy_revision: copy_revision,
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
    putCopy: async (draft) =>
      reported(
        await workingCopies.put.mutate({ id, base_version: draft.base.version_number, ...copyOf(draft) }),
      ),
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
    save: ({ text, copy_revision }) =>
      articles.create.mutate({
        ...headingOf(text),
        content: JSON.stringify(text.content),
        excerpt: text.excerpt.trim() || excerpt(text.content),
        working_copy_key: key,
        working_copy_revision: copy_revision,
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
    putCopy: async (draft) => reported(await newArticles.put.mutate({ key, ...copyOf(draft) })),
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
  if (isSessionEnded(data.code)) return 'signed-out'
  if (data.code === 'CONFLICT') return 'conflict'
  if (data.code === 'NOT_FOUND') return 'not-found'
  const isPassing = data.httpStatus >= 500 || data.code === 'TOO_MANY_REQUESTS'
  return isPassing ? 'server' : 'refused'
}
