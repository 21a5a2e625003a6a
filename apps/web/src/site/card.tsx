import type { Article } from '@nightdesk/contracts'
import { excerpt, readingMinutes, truncate } from '@nightdesk/editor'
import { formatShortDate } from '../format.ts'
import { paths } from '../paths.ts'
import { useSettings } from './settings.ts'

const TITLE_LENGTH = 70
const EXCERPT_LENGTH = 180

interface CardProps {
  article: Article
  /** The first story, across the whole width. */
  lead?: boolean
  /** In view when the page opens: its picture is not left for later. */
  eager?: boolean
}

/** One link makes the whole card clickable; the title describes where it goes. */
export function Card({ article, lead = false, eager = false }: CardProps) {
  const { timezone } = useSettings()
  const minutes = readingMinutes(article.word_count)
  const titleId = `article-${article.id}`
  return (
    <article className={lead ? 'card lead' : 'card'}>
      <img
        src={article.poster_url ?? paths.cover(article.id)}
        alt=""
        width={640}
        height={360}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
      <div className="card-text">
        <p className="label">
          <time dateTime={article.date_updated}>{formatShortDate(article.date_updated, timezone)}</time>
          {minutes > 0 ? ` · ${minutes} min` : null}
        </p>
        <h3 id={titleId}>{truncate(article.title, TITLE_LENGTH)}</h3>
        <p className="card-excerpt">{excerpt(article.content, EXCERPT_LENGTH)}</p>
        <a className="more" href={paths.article(article.id)} aria-describedby={titleId}>
          Read Article
        </a>
      </div>
    </article>
  )
}
