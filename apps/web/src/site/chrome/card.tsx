import type { PublishedArticle } from '@nightdesk/contracts'
import { readingMinutes, shownExcerpt, truncate } from '@nightdesk/editor'
import { formatShortDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { useSettings } from '../settings.ts'
import { Picture } from '../story/picture.tsx'

const TITLE_LENGTH = 70
/** Longer than the excerpt elsewhere, as a card has more room. */
const EXCERPT_LENGTH = 180

/** The width of its picture with one, two or three columns, as `home.css` sets them. */
const CARD_SIZES = '(min-width: 1000px) 24rem, (min-width: 760px) 45vw, calc(100vw - 2.5rem)'
const LEAD_SIZES = '(min-width: 760px) 42rem, calc(100vw - 2.5rem)'

interface CardProps {
  article: PublishedArticle
  /** Spans the whole width, as the first story does. */
  lead?: boolean
  /** In view when the page opens, so its picture is not loaded lazily. */
  eager?: boolean
  /** The level of its heading; 3 below the `h2` of the home page. */
  level?: 2 | 3
}

/** The whole card is clickable through one link, which the title names. */
export function Card({ article, lead = false, eager = false, level = 3 }: CardProps) {
  const { timezone } = useSettings()
  const minutes = readingMinutes(article.word_count)
  const titleId = `article-${article.id}`
  const Title = `h${level}` as const
  return (
    <article className={lead ? 'card lead' : 'card'}>
      {posterOf(article, { sizes: lead ? LEAD_SIZES : CARD_SIZES, eager })}
      <div className="card-text">
        <p className="label">
          <time dateTime={article.date_updated}>{formatShortDate(article.date_updated, timezone)}</time>
          {minutes > 0 ? ` · ${minutes} min` : null}
        </p>
        <Title id={titleId} dir="auto">
          {truncate(article.title, TITLE_LENGTH)}
        </Title>
        <p className="card-excerpt" dir="auto">
          {shownExcerpt(article, EXCERPT_LENGTH)}
        </p>
        <a className="more" href={paths.article(article.id)} aria-describedby={titleId}>
          Read Article
        </a>
      </div>
    </article>
  )
}

interface PosterOptions {
  sizes: string
  eager: boolean
}

/** The poster of an article, or its generated cover. A function, because a component costs time in lists. */
function posterOf({ id, poster_url, images }: PublishedArticle, options: PosterOptions) {
  if (poster_url) return <Picture src={poster_url} alt="" image={images[poster_url]} {...options} />
  const { eager } = options
  return (
    <img
      src={paths.cover(id)}
      alt=""
      width={640}
      height={360}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
    />
  )
}
