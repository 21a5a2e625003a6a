import type { Article } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { api, explain } from '../../api.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Page } from '../layout/page.tsx'

interface ArticleLoaderProps {
  /** Title of the page until the article is there. */
  title: string
  children(article: Article): ReactNode
}

/** The article whose id stands in the path, or why it cannot be shown. */
export function ArticleLoader(props: ArticleLoaderProps) {
  const { id } = useParams()
  if (!id || !/^[1-9]\d{0,9}$/.test(id)) return <ArticleMissing />
  return <LoadedArticle key={id} id={Number(id)} {...props} />
}

function LoadedArticle({ id, title, children }: ArticleLoaderProps & { id: number }) {
  const article = api.articles.get.useQuery(
    { id },
    { meta: { failure: { title: 'Failed to fetch article', description: 'Please try again later' } } },
  )
  if (article.data) return children(article.data)
  if (article.error?.data?.code === 'NOT_FOUND') return <ArticleMissing />
  return (
    <Page title={title}>
      {article.error ? (
        <ErrorState message={explain(article.error)} onRetry={() => article.refetch()} />
      ) : (
        <Loading label="Loading article..." lines={8} />
      )}
    </Page>
  )
}

function ArticleMissing() {
  return (
    <Page title="Articles">
      <EmptyState title="Article not found">
        <Link to={paths.admin.articles} className={buttonClass({ variant: 'secondary' })}>
          Back to Articles
        </Link>
      </EmptyState>
    </Page>
  )
}
