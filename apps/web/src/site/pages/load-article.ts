import { type Neighbours, type PublishedArticle, readerApi } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import { renderContext } from '../render-context.ts'
import { asPageError, notFound } from './page-error.ts'

const NO_ARTICLE = 'Article not found'

export interface ArticleData {
  article: PublishedArticle
  neighbours: Neighbours
}

export async function loadArticle({ params, context }: LoaderFunctionArgs): Promise<ArticleData> {
  const input = readerApi.get.input.safeParse(params)
  if (!input.success) throw notFound(NO_ARTICLE)
  const { api } = context.get(renderContext)
  const { get, neighbours } = api.published
  return Promise.all([get(input.data), neighbours(input.data)]).then(
    ([article, around]) => ({ article, neighbours: around }),
    (error: unknown) => {
      throw asPageError(error, NO_ARTICLE)
    },
  )
}
