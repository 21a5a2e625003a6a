import type { AdminArticle } from '@nightdesk/contracts'
import { excerpt } from '@nightdesk/editor'
import { type ApiError, type api, isSessionEnded } from '../../../api.ts'
import { type ArticleText, textOf } from './article-text.ts'
import type { FoundCopy } from './offers.ts'
import type { Failure } from './save-machine.ts'

type Client = ReturnType<typeof api.useUtils>['client']

/** What one window works on: its text, and what of it the server knows. */
export interface Work {
  text: ArticleText
  /** The version the text began from; number 0 for a new article. */
  base: { version_number: number; text: ArticleText }
  /** Of the working copy that this window wrote or took over; 0 for none. */
  copy_revision: number
  /** What the next new copy begins with: known before, so that the journal can name it. */
  first_revision: number
  /** What that copy held when this window last wrote or read it. */
  copied?: ArticleText
  /** What it held when it was found gone: another window had made a version of it, or given it up. */
  handed_on?: ArticleText
  /** What was sent without an answer: it may have arrived. */
  unanswered?: ArticleText
  /** The answer to the last save, until it is told. */
  saved?: AdminArticle
}

export interface ArticleServer {
  save(work: Work): Promise<AdminArticle>
  read(): Promise<AdminArticle>
  /** Undefined when there is no such version. */
  readVersion(version_number: number): Promise<ArticleText | undefined>
  readCopy(): Promise<FoundCopy | null>
  keepCopy(work: Work): Promise<void>
  dropCopy(revision: number): Promise<void>
}

/** The calls about one article. `onCopy` is told when there is a working copy on the server, or none any more. */
export function articleServer(
  { articles, workingCopies, versions }: Client,
  id: number,
  onCopy: (updated_at: string | null) => void,
): ArticleServer {
  return {
    save: ({ text: { title, content, poster, tags }, base, copy_revision }) =>
      articles.update.mutate({
        id,
        title,
        content,
        poster_image_id: poster?.image_id ?? null,
        tags,
        base_tags: base.text.tags,
        base_version: base.version_number,
        working_copy_revision: copy_revision,
      }),
    read: () => articles.get.query({ id }),
    async readVersion(version_number) {
      const all = await versions.list.query({ id })
      const version = all.find((one) => one.version_number === version_number)
      return version && textOf(version)
    },
    async readCopy() {
      const copy = await workingCopies.get.query({ id }).catch(nullIfMissing)
      return copy && { ...copy, text: textOf(copy) }
    },
    async keepCopy({ text: { title, content, poster, tags }, base, copy_revision, first_revision }) {
      const copy = await workingCopies.put.mutate({
        id,
        revision: copy_revision,
        first_revision,
        base_version: base.version_number,
        title,
        content,
        poster_image_id: poster?.image_id ?? null,
        tags,
      })
      onCopy(copy.updated_at)
    },
    async dropCopy(revision) {
      await workingCopies.delete.mutate({ id, revision })
      onCopy(null)
    },
  }
}

/** An article that does not exist yet: only a save makes it, and there is no working copy. */
export function newArticleServer({ articles }: Client): ArticleServer {
  const missing = () => Promise.reject(new Error('A new article has nothing on the server'))
  return {
    save: ({ text: { title, content, poster, tags } }) =>
      articles.create.mutate({
        title,
        content: JSON.stringify(content),
        excerpt: excerpt(content),
        poster_image_id: poster?.image_id,
        tags,
      }),
    read: missing,
    readVersion: () => Promise.resolve(undefined),
    readCopy: () => Promise.resolve(null),
    keepCopy: missing,
    dropCopy: missing,
  }
}

function nullIfMissing(error: ApiError): null {
  if (error.data?.code === 'NOT_FOUND') return null
  throw error
}

/** What a failed call means for the text. */
export function failureOf({ data }: ApiError): Failure {
  if (!data) return 'offline'
  if (isSessionEnded(data.code)) return 'signed-out'
  if (data.code === 'CONFLICT') return 'conflict'
  if (data.code === 'NOT_FOUND') return 'not-found'
  const isPassing = data.httpStatus >= 500 || data.code === 'TOO_MANY_REQUESTS'
  return isPassing ? 'server' : 'refused'
}
