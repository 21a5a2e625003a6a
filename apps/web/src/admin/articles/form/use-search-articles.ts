import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'

const FOUND = 6

/** For the editor: searches published articles to link to. */
export function useSearchArticles() {
  const utils = api.useUtils()
  return async (query: string) => {
    const found = await utils.articles.list.fetch({ q: query, state: 'published', limit: FOUND })
    return found.map(({ id, title }) => ({ title, url: paths.article(id) }))
  }
}
