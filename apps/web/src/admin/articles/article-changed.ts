import type { AdminArticle, ArticleKind } from '@nightdesk/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Notice } from '../../ui/toast.tsx'
import { notify } from '../notify.ts'

/** What people call an article of a kind. */
export const NOUNS: Record<ArticleKind, string> = { story: 'Article', page: 'Page' }

/** Key of the queries about the proof of an article: its link, and what is shown of it. */
export const proofKey = (articleId: number) => ['proof', articleId] as const

/** The queries of what is at the addresses of this site, which lead to articles. */
export const OWN_ADDRESSES = ['head']

/** After every successful change of an article: shows the new state at once, and refetches the queries that contain it. */
export function useArticleChanged() {
  const utils = api.useUtils()
  const queries = useQueryClient()
  return (article: AdminArticle) => {
    utils.articles.get.setData({ id: article.id }, article)
    utils.articles.list.invalidate()
    utils.articles.tags.invalidate()
    utils.versions.list.invalidate({ id: article.id })
    utils.versions.timeline.invalidate({ id: article.id })
    utils.links.get.invalidate({ id: article.id })
    utils.links.countDead.invalidate()
    utils.analytics.dashboard.invalidate()
    queries.invalidateQueries({ queryKey: OWN_ADDRESSES })
    // Its preview links have ended.
    if (article.state === 'deleted') queries.removeQueries({ queryKey: proofKey(article.id) })
  }
}

/**
 * Says what a call has changed in an article.
 * @returns the article as the call has left it; null when the call failed, which is announced by its `meta`
 */
export async function announced(
  call: Promise<AdminArticle>,
  noticeOf: (changed: AdminArticle) => Notice,
): Promise<AdminArticle | null> {
  const changed = await call.catch(() => null)
  if (changed) notify({ topic: `article ${changed.id}`, ...noticeOf(changed) })
  return changed
}
