import type { ArticleState } from '@nightdesk/contracts'
import { api } from '../../../api.ts'

/**
 * Shows the next state of an article before the server has answered.
 * @returns a function that restores the previous state
 */
export function useShownState(id: number) {
  const utils = api.useUtils()
  const show = (state: ArticleState) =>
    utils.articles.get.setData({ id }, (article) => article && { ...article, state })

  return async (next: ArticleState) => {
    // A response that is already under way would still have the old state.
    await utils.articles.get.cancel({ id })
    const before = utils.articles.get.getData({ id })?.state
    show(next)
    return () => before && show(before)
  }
}
