import type { AdminArticle } from '@nightdesk/contracts'
import { api } from '../../../api.ts'

/** What every successful change of an article does: show the new one at once, reload what else shows it. */
export function useArticleChanged() {
  const utils = api.useUtils()
  return (article: AdminArticle) => {
    utils.articles.get.setData({ id: article.id }, article)
    utils.articles.list.invalidate()
    utils.versions.list.invalidate({ id: article.id })
    utils.analytics.dashboard.invalidate()
  }
}
