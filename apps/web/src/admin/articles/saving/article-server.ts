import type { AdminArticle } from '@nightdesk/contracts'
import { excerpt } from '@nightdesk/editor/excerpt'
import { type ApiError, type api, isSessionEnded } from '../../../api.ts'
import { type ArticleText, headingOf, textOf } from './article-text.ts'
import type { Failure } from './machine/save-machine.ts'

type Client = ReturnType<typeof api.useUtils>['client']

/** The caller's working copy on the server. */
export interface FoundCopy {
  text: ArticleText
  base_version: number
  /** The tags the work began from. */
  base_tags: string[]
  revision: number
  created_at: string
  updated_at: string
}

/** What the server says of a copy that it keeps. */
interface Written {
  revision: number
  updated_at: string
}

/** What one window works on: its text, and what of it the server knows. */
export interface DraftState {
  text: ArticleText
  /** The version the text began from; number 0 for a new article. */
  base: { version_number: number; text: ArticleText }
  /** Of the working copy that this window wrote or took over; 0 for none. */
  copy_revision: number
  /** What the next new copy begins with: known before, so that the journal can name it. */
  first_revision: number
  /** What is under way, and the revision it will have when it has arrived. */
  sending?: { revision: number; text: ArticleText }
  /** What that copy held when this window last wrote or read it. */
  copied?: ArticleText
  /** What it held when it was found gone: another window had made a version of it, or given it up. */
  superseded?: ArticleText
  /** What was sent without an answer: it may have arrived. */
  unanswered?: ArticleText
  /** The answer to the last save, until it is told. */
  saved?: AdminArticle
}

export interface ArticleServer {
  save(work: DraftState): Promise<AdminArticle>
  read(): Promise<AdminArticle>
  /** Undefined when there is no such version. */
  readVersion(version_number: number): Promise<ArticleText | undefined>
  readCopy(): Promise<FoundCopy | null>
  keepCopy(work: DraftState): Promise<Written>
  /** @param send what sends a part of it, to the address that takes it */
  patchCopy(send: (url: string) => Promise<Written>): Promise<Written>
  /** @param revision absent: whatever it is */
  dropCopy(revision?: number): Promise<void>
}

/** What both kinds of working copies are written with. */
const copyOf = ({ text, base, copy_revision, first_revision }: DraftState) => ({
  revision: copy_revision,
  first_revision,
  content: text.content,
  ...headingOf(text),
  base_tags: base.text.tags,
})

/** The calls about one article. `onCopy` is told when there is a working copy on the server, or none any more. */
export function articleServer(
  { articles, workingCopies, versions }: Client,
  id: number,
  onCopy: (updated_at: string | null) => void,
): ArticleServer {
  const told = <T extends Written>(copy: T): T => {
    onCopy(copy.updated_at)
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
    keepCopy: async (work) =>
      told(await workingCopies.put.mutate({ id, base_version: work.base.version_number, ...copyOf(work) })),
    patchCopy: async (send) => told(await send(`/admin/articles/${id}/working-copy`)),
    async dropCopy(revision) {
      await workingCopies.delete.mutate({ id, revision })
      onCopy(null)
    },
  }
}

/** An article that does not exist yet: only a save makes it. Until then its working copy has a key. */
export function newArticleServer(
  { articles, newArticles }: Client,
  key: string,
  onCopy: () => void,
): ArticleServer {
  const told = <T>(copy: T): T => {
    onCopy()
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
      const made = await newArticles.article.query({ key })
      if (!made) throw new Error('A new article has no versions')
      return made
    },
    readVersion: () => Promise.resolve(undefined),
    async readCopy() {
      const copy = await newArticles.get.query({ key }).catch(nullIfMissing)
      return copy && { ...copy, text: textOf(copy) }
    },
    keepCopy: async (work) => told(await newArticles.put.mutate({ key, ...copyOf(work) })),
    patchCopy: async (send) => told(await send(`/admin/working-copies/${key}`)),
    dropCopy: async (revision) => told(await newArticles.delete.mutate({ key, revision })),
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
