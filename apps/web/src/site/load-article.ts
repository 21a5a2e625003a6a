import { type Article, published } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import { asPageError, notFound } from './page-error.ts'
import { renderContext } from './render-context.ts'

const NO_ARTICLE = 'Article not found'

export async function loadArticle({ params, context }: LoaderFunctionArgs): Promise<Article> {
  const input = published.get.input.safeParse(params)
  if (!input.success) throw notFound(NO_ARTICLE)
  const { api } = context.get(renderContext)
  return api.published.get(input.data).catch((error: unknown) => {
    throw asPageError(error, NO_ARTICLE)
  })
}
