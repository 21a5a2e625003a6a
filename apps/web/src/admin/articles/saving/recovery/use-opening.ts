import type { AdminArticle } from '@nightdesk/contracts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../../api.ts'
import { articleServer, newArticleServer } from '../article-server.ts'
import { subjectOf } from '../journal/subject.ts'
import { awaitPendingSend } from '../leaving/pending-sends.ts'
import { type Opening, openCopy, openSaved } from './opening.ts'

/** Milliseconds: an article read this recently is opened without another read. */
const FRESH = 1_000

/** Reads the state to open the editor with: the working copy, or the newest version. Read once per opening. */
export function useOpening({ id }: Pick<AdminArticle, 'id'>) {
  const { articles, client } = api.useUtils()
  return useOnce(['opening', id], async () => {
    const wasLeft = await awaitPendingSend(subjectOf(id, undefined))
    const article = await articles.get.fetch({ id }, { staleTime: wasLeft ? 0 : FRESH })
    const server = articleServer(client, id, () => undefined)
    const copy = article.unsaved_at === null ? null : await server.readCopy()
    return copy ? openCopy(article, copy, server.readVersion) : openSaved(article)
  })
}

/** The opening of a new text, or the id of the article that was created from it. */
type NewOpening = { opening: Opening; created?: undefined } | { created: number; opening?: undefined }

/** @param key of a new text with a working copy, from the URL; null for an empty one */
export function useNewOpening(key: string | null) {
  const { client } = api.useUtils()
  const found = useOnce<NewOpening>(
    ['opening', key],
    key === null
      ? skipToken
      : async () => {
          await awaitPendingSend(subjectOf(null, key))
          const server = newArticleServer(client, key, () => undefined)
          const copy = await server.readCopy()
          if (copy) return { opening: await openCopy(null, copy, server.readVersion) }
          const created = await client.newArticles.article.query({ key })
          return created ? { created: created.id } : { opening: openSaved(null) }
        },
  )
  const empty: NewOpening = { opening: openSaved(null) }
  return key === null ? { data: empty, error: null, refetch: found.refetch } : found
}

const useOnce = <T>(queryKey: unknown[], queryFn: (() => Promise<T>) | typeof skipToken) =>
  useQuery({
    queryKey,
    queryFn,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: { title: 'Failed to fetch article', description: 'Please try again later' } },
  })
