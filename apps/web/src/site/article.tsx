import type { Article } from '@nightdesk/contracts'
import { readingMinutes } from '@nightdesk/editor'
import { Blocks } from '@nightdesk/editor/render'
import { useLoaderData, useRouteError } from 'react-router'
import { formatDate } from '../format.ts'
import { paths } from '../paths.ts'
import { readPageError } from './page-error.ts'
import { PageHead } from './page-head.tsx'
import { useSettings } from './settings.ts'
import { updatedDay } from './updated-day.ts'

export function ArticlePage() {
  const article = useLoaderData<Article>()
  return (
    <>
      <PageHead title={article.title} description={article.excerpt} path={paths.article(article.id)} />
      <article className="story" data-article-id={article.id} data-version-id={article.version_id}>
        <Breadcrumb />
        <h1>{article.title}</h1>
        <Meta article={article} />
        {article.poster_url ? (
          <img className="poster" src={article.poster_url} alt="" fetchPriority="high" />
        ) : null}
        <div className="prose">
          <Blocks value={article.content} headingShift={1} />
        </div>
      </article>
    </>
  )
}

export function ArticleError() {
  const { status, message } = readPageError(useRouteError())
  const title = status === 404 ? message : 'Failed to load article'
  return (
    <>
      <PageHead title={title} />
      <section className="error-box" role="alert">
        <h1>{title}</h1>
        {status === 404 ? null : <p>{message}</p>}
        <a className="button" href={paths.home()}>
          Return to Home
        </a>
      </section>
    </>
  )
}

function Breadcrumb() {
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href={paths.home()}>Home</a>
        </li>
        <li aria-current="page">Article</li>
      </ol>
    </nav>
  )
}

function Meta({ article }: { article: Article }) {
  const { timezone } = useSettings()
  const published = article.date_published ?? article.date_created
  const minutes = readingMinutes(article.word_count)
  const updated = updatedDay(article, timezone)
  return (
    <p className="meta">
      <span>
        {'Published: '}
        <time dateTime={published}>{formatDate(published, timezone)}</time>
      </span>
      {updated ? (
        <span>
          {'Updated: '}
          <time dateTime={article.date_updated}>{updated}</time>
        </span>
      ) : null}
      {minutes > 0 ? <span>{`${minutes} min read`}</span> : null}
    </p>
  )
}
