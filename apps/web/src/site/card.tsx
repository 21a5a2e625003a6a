import {
  type PublishedArticle,
  type PublishedImage,
  VARIANT_FORMATS,
  variantWidths,
} from '@nightdesk/contracts'
import { readingMinutes, shownExcerpt, truncate } from '@nightdesk/editor'
import { imageReferrerPolicy } from '@nightdesk/editor/render'
import { formatShortDate } from '../format.ts'
import { paths } from '../paths.ts'
import { useSettings } from './rendering.ts'

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
  const { id, poster_url, images } = article
  const minutes = readingMinutes(article.word_count)
  const titleId = `article-${id}`
  const Title = `h${level}` as const
  return (
    <article className={lead ? 'card lead' : 'card'}>
      {/* A call, as a component costs time in lists. */}
      {Picture({
        src: poster_url ?? paths.cover(id),
        alt: '',
        image: poster_url ? images[poster_url] : COVER,
        sizes: lead ? LEAD_SIZES : CARD_SIZES,
        eager,
      })}
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
        <a className="more" href={paths.article(id)} aria-describedby={titleId}>
          Read Article
        </a>
      </div>
    </article>
  )
}

/** The drawing in place of a poster. */
const COVER: PublishedImage = { width: 640, height: 360, variants: [] }

interface PictureProps {
  /** A path on this site, or a URL of another site. */
  src: string
  alt: string
  /** Undefined for a picture of another site. */
  image: PublishedImage | undefined
  /** Its shown width, as a value of the `sizes` attribute. */
  sizes: string
  /** In view when the page opens, so it is fetched first and not loaded lazily. */
  eager?: boolean
  className?: string
}

/**
 * A picture in the smallest variant that fills its box. Width and height reserve the box, which the style sheet fills
 * with a background colour until the picture has loaded.
 */
export function Picture({ src, alt, image, sizes, eager = false, className }: PictureProps) {
  const sources = image ? sourcesOf(image) : []
  const picture = (
    <img
      className={className}
      src={src}
      alt={alt}
      width={image?.width}
      height={image?.height}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? undefined : 'async'}
      fetchPriority={eager ? 'high' : undefined}
      referrerPolicy={imageReferrerPolicy(src)}
    />
  )
  if (sources.length === 0) return picture
  return (
    <picture>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      {picture}
    </picture>
  )
}

/** Only formats with all their variants: with some of them, a wide screen would get a narrow picture. */
function sourcesOf({ width, variants }: PublishedImage) {
  const widths = variantWidths(width)
  return VARIANT_FORMATS.flatMap((format) => {
    const copies = variants.filter((variant) => variant.format === format)
    if (copies.length === 0 || !widths.every((wanted) => copies.some((copy) => copy.width === wanted)))
      return []
    return [
      { type: `image/${format}`, srcSet: copies.map(({ url, width }) => `${url} ${width}w`).join(', ') },
    ]
  })
}

interface PagerProps {
  page: number
  hasOlder: boolean
  pathOf(page: number): string
  newer?: string
  older?: string
}

export function Pager({
  page,
  hasOlder,
  pathOf,
  newer = 'Newer articles',
  older = 'Older articles',
}: PagerProps) {
  if (page === 1 && !hasOlder) return null
  return (
    <nav className="pager" aria-label="Pages">
      {page > 1 ? (
        <a href={pathOf(page - 1)} rel="prev">
          {newer}
        </a>
      ) : null}
      {hasOlder ? (
        <a className="older" href={pathOf(page + 1)} rel="next">
          {older}
        </a>
      ) : null}
    </nav>
  )
}
