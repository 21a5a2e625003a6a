import type { Neighbours, PublishedArticle } from '@nightdesk/contracts'
import { readingMinutes } from '@nightdesk/editor'
import { formatDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { updatedDay } from '../chrome/updated-day.ts'
import { PageHead } from '../head/page-head.tsx'
import { useSettings } from '../settings.ts'
import { Picture } from '../story/picture.tsx'
import { ReadingChoices } from '../story/reading-choices.tsx'
import { StoryCorrections } from '../story/story-corrections.tsx'
import { StoryEnd } from '../story/story-end.tsx'
import { STORY_SIZES } from '../story/story-image.tsx'
import { StoryText } from '../story/story-text.tsx'
import { ArticleHead } from './article-head.tsx'
import { ArticleTags, Byline } from './article-links.tsx'
import type { ArticleData } from './load-article.ts'
import type { PageFailure } from './page-error.ts'

export function ArticlePage({ article, neighbours }: ArticleData) {
  return (
    <>
      <ArticleHead article={article} />
      <Story article={article} neighbours={neighbours} />
    </>
  )
}

interface StoryProps {
  article: PublishedArticle
  neighbours: Neighbours
}

/** An article as readers and previews show it. */
export function Story({ article, neighbours }: StoryProps) {
  const { id, version_id, title, poster_url, poster_alt, images } = article
  const { url } = useSettings()
  return (
    <article
      className="story"
      data-article-id={id}
      data-version-id={version_id}
      data-updated={article.date_updated}
      data-corrected={article.corrections.at(-1)?.created_at}
    >
      <Breadcrumb />
      <h1 dir="auto">{title}</h1>
      <Byline credits={article.credits} />
      <Meta article={article} />
      <p className="printed-at">{`${url}${paths.article(id)}`}</p>
      {poster_url ? (
        <Picture
          className="poster"
          src={poster_url}
          alt={poster_alt ?? ''}
          image={images[poster_url]}
          sizes={STORY_SIZES}
          eager
        />
      ) : null}
      <StoryText article={article} />
      <StoryCorrections corrections={article.corrections} />
      <ArticleTags tags={article.tags} />
      <StoryEnd id={id} neighbours={neighbours} />
    </article>
  )
}

export function ArticleError({ status, message }: PageFailure) {
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

function Meta({ article }: { article: PublishedArticle }) {
  const { timezone } = useSettings()
  const published = article.date_published ?? article.date_created
  const minutes = readingMinutes(article.word_count)
  const updated = updatedDay(article, timezone)
  const corrected = article.corrections.at(-1)
  return (
    <div className="meta">
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
      {corrected ? (
        <a href="#corrections">
          {'Corrected on '}
          <time dateTime={corrected.created_at}>{formatDate(corrected.created_at, timezone)}</time>
        </a>
      ) : null}
      {minutes > 0 ? <span>{`${minutes} min read`}</span> : null}
      <ReadingChoices />
    </div>
  )
}
