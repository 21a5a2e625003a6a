import type { AdminArticle, ArticleKind } from '@nightdesk/contracts'
import { api } from '../../api.ts'

/** What people call an article of a kind. */
export const NOUNS: Record<ArticleKind, string> = { story: 'Article', page: 'Page' }

/**
 * After every successful change of an article: shows the new state at once, and refetches the queries that contain it.
 */
export function useArticleChanged() {
  const utils = api.useUtils()
  return (article: AdminArticle) => {
    utils.articles.get.setData({ id: article.id }, article)
    utils.articles.list.invalidate()
    utils.articles.tags.invalidate()
    utils.versions.list.invalidate({ id: article.id })
    utils.versions.timeline.invalidate({ id: article.id })
    utils.analytics.dashboard.invalidate()
  }
}
