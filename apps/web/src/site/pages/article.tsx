import {
  type Article,
  type Correction,
  CREDIT_PHRASES,
  creditsByRole,
  type Neighbours,
  notFound,
  type PublishedArticle,
  publicPath,
  readerApi,
  SERVER_ERROR,
  type Tag,
} from '@nightdesk/contracts'
import { readingMinutes } from '@nightdesk/editor'
import { Fragment } from 'react'
import { formatDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../card.tsx'
import { PageHead } from '../head.tsx'
import { type PageRequest, useIsPreview, useIsStatic, useSettings } from '../rendering.ts'
import { ArticleHead, describe } from './article-head.tsx'
import { ErrorBox } from './not-found.tsx'
import { STORY_SIZES, StoryText } from './story-text.tsx'

export function ArticlePage({ article, neighbours }: ArticleData) {
  if (article.kind === 'page') return <PublishedPage article={article} />
  return <StoryPage article={article} neighbours={neighbours} />
}

function StoryPage({ article, neighbours }: ArticleData) {
  const { id, version_id, title } = article
  const { url } = useSettings()
  return (
    <>
      <ArticleHead article={article} />
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
        <Poster article={article} />
        <StoryText article={article} />
        <StoryCorrections corrections={article.corrections} />
        {article.tags.length > 0 ? (
          <nav className="tags" aria-label="Tags">
            <TagLinks tags={article.tags} />
          </nav>
        ) : null}
        <StoryEnd id={id} neighbours={neighbours} />
      </article>
    </>
  )
}

/** A page as readers and previews show it. Its views are not counted, so it does not have the number of a story. */
export function PublishedPage({ article }: { article: PublishedArticle }) {
  const { url } = useSettings()
  const { title, version_id, credits } = article
  const path = publicPath(article)
  return (
    <>
      <PageHead title={title} description={describe(article)} path={path} />
      <article className="story" data-version-id={version_id}>
        <h1 dir="auto">{title}</h1>
        {article.shows_byline ? <Byline credits={credits} isPage /> : null}
        <p className="printed-at">{`${url}${path}`}</p>
        <Poster article={article} />
        <StoryText article={article} />
        <StoryCorrections corrections={article.corrections} />
      </article>
    </>
  )
}

function Poster({ article: { poster_url, poster_alt, images } }: { article: PublishedArticle }) {
  if (!poster_url) return null
  return (
    <Picture
      className="poster"
      src={poster_url}
      alt={poster_alt ?? ''}
      image={images[poster_url]}
      sizes={STORY_SIZES}
      eager
    />
  )
}

export const NoArticle = () => <Failure title="Article not found" />

export const ArticleError = () => <Failure title="Failed to load article" reason={SERVER_ERROR} />

function Failure({ title, reason }: { title: string; reason?: string }) {
  return (
    <>
      <PageHead title={title} />
      <ErrorBox title={title}>{reason ? <p>{reason}</p> : null}</ErrorBox>
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

interface ArticleData {
  article: PublishedArticle
  neighbours: Neighbours
}

export async function loadArticle({ params, api: { published } }: PageRequest): Promise<ArticleData> {
  const input = readerApi.get.input.safeParse(params)
  if (!input.success) throw notFound('Article')
  const [article, neighbours] = await Promise.all([
    published.get(input.data),
    published.neighbours(input.data),
  ])
  return { article, neighbours }
}

/** “By Ada and Grace · Translated by Edith”, below a story with links to their stories: who wrote a page may have none. */
export function Byline({ credits, isPage = false }: Pick<Article, 'credits'> & { isPage?: boolean }) {
  return (
    <p className="byline">
      {creditsByRole(credits).map(({ role, people }, index) => (
        <Fragment key={role}>
          {index > 0 ? ' · ' : null}
          {`${CREDIT_PHRASES[role]} `}
          {isPage ? NAMES.format(people.map(({ name }) => name)) : <People people={people} />}
        </Fragment>
      ))}
    </p>
  )
}

function People({ people }: { people: Article['credits'] }) {
  let index = 0
  return NAMES.formatToParts(people.map(({ name }) => name)).map(({ type, value }) => {
    const person = type === 'element' ? people[index++] : undefined
    if (!person) return value
    return (
      <a
        key={person.person_id}
        rel={person.role === 'author' ? 'author' : undefined}
        href={paths.author(person.person_id)}
      >
        <bdi>{value}</bdi>
      </a>
    )
  })
}

const NAMES = new Intl.ListFormat('en-US')

export function TagLinks({ tags }: Pick<Article, 'tags'>) {
  return (
    <ul className="tag-list">
      {tags.map(({ name, slug }) => (
        <li key={slug}>
          <a rel="tag" href={paths.tag(slug)}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

type Dates = Pick<Article, 'date_created' | 'date_published' | 'date_updated'>

/**
 * The day to show after "Updated:", or null. An update on the day of creation is part of writing, and an update before
 * publication means nothing to a reader, so the day must be after both.
 */
export function updatedDay(article: Dates, timezone: string): string | null {
  const { date_created, date_updated } = article
  const published = article.date_published ?? date_created
  const updated = formatDate(date_updated, timezone)
  if (updated === formatDate(date_created, timezone)) return null
  // ISO instants in UTC sort as strings.
  if (date_updated < published || updated === formatDate(published, timezone)) return null
  return updated
}

export function StoryCorrections({ corrections }: { corrections: readonly Correction[] }) {
  const { timezone } = useSettings()
  if (corrections.length === 0) return null
  return (
    <section className="corrections" id="corrections" aria-labelledby="corrections-title" tabIndex={-1}>
      <h2 id="corrections-title">Corrections</h2>
      <ul>
        {corrections.map(({ id, text, created_at }) => (
          <li key={id}>
            <time dateTime={created_at}>{formatDate(created_at, timezone)}</time>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function StoryEnd({ id, neighbours }: { id: number; neighbours: Neighbours }) {
  return (
    <footer className="story-end">
      <div className="story-tools">
        {useIsStatic() ? null : (
          <button type="button" className="tool share" data-share>
            Share this story
          </button>
        )}
        {/* Only published stories have an e-book. */}
        {useIsPreview() ? null : (
          <a className="tool" href={paths.book(id)} download>
            Download EPUB
          </a>
        )}
      </div>
      <StoryNeighbours neighbours={neighbours} />
    </footer>
  )
}

/**
 * Links to the previous and the next story with the same tag; where there is none, of all stories. A page is the same for
 * all readers, so it has the links of each tag, and those of the first tag are shown. `reader/story.ts` shows the
 * others to readers who came by another tag.
 */
function StoryNeighbours({ neighbours: { by_tag, ...all } }: { neighbours: Neighbours }) {
  if (!all.previous && !all.next) return null
  const pairs = by_tag.length > 0 ? by_tag : [{ tag: undefined, previous: null, next: null }]
  return pairs.map(({ tag, previous, next }, index) => (
    <nav
      key={tag?.slug ?? ''}
      className="neighbours"
      aria-label="More stories"
      data-neighbours={tag?.slug}
      hidden={index > 0}
    >
      <NeighbourLink story={previous ?? all.previous} rel="prev" label="Previous" tag={previous && tag} />
      <NeighbourLink story={next ?? all.next} rel="next" label="Next" tag={next && tag} />
    </nav>
  ))
}

interface NeighbourLinkProps {
  story: Neighbours['next']
  rel: 'prev' | 'next'
  label: 'Previous' | 'Next'
  /** The tag that both stories have. */
  tag: Tag | null | undefined
}

function NeighbourLink({ story, rel, label, tag }: NeighbourLinkProps) {
  if (!story) return null
  const { id, title } = story
  return (
    <a href={tag ? paths.articleInTag(id, tag.slug) : paths.article(id)} rel={rel}>
      <span className="label">
        {tag ? (
          <>
            {`${label} in `}
            <bdi>{tag.name}</bdi>
          </>
        ) : (
          `${label} story`
        )}
      </span>
      {/* Below its label, whichever way it is written. */}
      <span className="neighbour-title">
        <bdi>{title}</bdi>
      </span>
    </a>
  )
}

/** The controls of text size and typeface; `reader/choices.ts` handles them, `theme.ts` applies stored choices. */
function ReadingChoices() {
  if (useIsStatic()) return null
  return (
    <div className="reading-choices">
      <button type="button" className="tool" popoverTarget="reading_choices">
        <span aria-hidden="true">Aa</span> Text
      </button>
      <div id="reading_choices" className="choices-panel" popover="auto" role="dialog" aria-label="Text">
        <fieldset className="sizes">
          <legend>Size</legend>
          <button type="button" data-size-step="-1" aria-label="A−, smaller text">
            A−
          </button>
          <output data-text-size>100%</output>
          <button type="button" data-size-step="1" aria-label="A+, larger text">
            A+
          </button>
        </fieldset>
        <fieldset>
          <legend>Typeface</legend>
          {FONTS.map(([value, name]) => (
            <label key={value}>
              <input type="radio" name="text_font" value={value} defaultChecked={value === 'serif'} />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}

const FONTS = [
  ['serif', 'Serif'],
  ['sans', 'Sans serif'],
  ['legible', 'Dyslexia-friendly'],
] as const
