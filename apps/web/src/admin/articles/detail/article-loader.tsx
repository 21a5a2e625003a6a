import type { AdminArticle } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { ButtonLink } from '../../screen/button-link.tsx'
import { Page } from '../../screen/page.tsx'
import { LoadingArticle } from '../loading-article.tsx'
import { untilPublished } from '../publish/schedule-times.ts'

interface ArticleLoaderProps {
  /** Title of the page until the article is loaded. */
  title: string
  children(article: AdminArticle): ReactNode
}

/** Loads the article whose id is in the path, or shows why it cannot be shown. */
export function ArticleLoader(props: ArticleLoaderProps) {
  const { id } = useParams()
  if (!id || !/^[1-9]\d{0,9}$/.test(id)) return <ArticleMissing />
  return <LoadedArticle key={id} id={Number(id)} {...props} />
}

function LoadedArticle({ id, title, children }: ArticleLoaderProps & { id: number }) {
  const article = api.articles.get.useQuery(
    { id },
    {
      meta: { failure: { title: 'Failed to fetch article', description: 'Please try again later' } },
      refetchInterval: ({ state }) => untilPublished(state.data?.scheduled_at),
    },
  )
  const isLoading = useMinimumPending(article.isPending)
  if (article.data && !isLoading) return children(article.data)
  if (article.error?.data?.code === 'NOT_FOUND') return <ArticleMissing />
  return <LoadingArticle title={title} query={article} />
}

function ArticleMissing() {
  return (
    <Page title="Articles">
      <EmptyState
        title="Article not found"
        help="It may have been deleted for good, or it is not yours to see."
      >
        <ButtonLink to={paths.admin.articles}>Back to Articles</ButtonLink>
      </EmptyState>
    </Page>
  )
}
