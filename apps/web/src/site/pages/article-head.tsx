import {
  CARD_SIZE,
  type Correction,
  type Credit,
  type CreditRole,
  cardAlt,
  cardPath,
  lastChange,
  type PublishedArticle,
} from '@nightdesk/contracts'
import { excerpt, truncateAtWord } from '@nightdesk/editor'
import type { Article, BreadcrumbList, CorrectionComment, ImageObject, Person } from 'schema-dts'
import { paths } from '../../paths.ts'
import type { SiteSettings } from '../../server-api.ts'
import { PageHead } from '../head.tsx'
import { useIsPreview, useSettings } from '../rendering.ts'
import { organizationId, StructuredData, websiteId } from '../structured-data.tsx'

/** Search engines show no more of a description. */
const DESCRIPTION_LENGTH = 160

/** The metadata of an article, for sites and search engines that link to it, list it or show it. */
export function ArticleHead({ article }: { article: PublishedArticle }) {
  const site = useSettings()
  const isPreview = useIsPreview()
  const { id, title, tags, credits, date_published } = article
  const description = describe(article)
  const path = paths.article(id)
  // A draft has no share image, as nothing of it may be public.
  if (isPreview) return <PageHead title={title} description={description} />
  return (
    <>
      <PageHead
        title={title}
        description={description}
        path={path}
        type="article"
        image={{ path: cardPath(article), ...CARD_SIZE, alt: cardAlt(article) }}
      >
        {date_published ? <meta property="article:published_time" content={date_published} /> : null}
        <meta property="article:modified_time" content={lastChange(article)} />
        {creditsOf(credits, 'author').map(({ person_id }) => (
          <meta key={person_id} property="article:author" content={`${site.url}${paths.author(person_id)}`} />
        ))}
        {tags.map(({ slug, name }) => (
          <meta key={slug} property="article:tag" content={name} />
        ))}
      </PageHead>
      <StructuredData things={[articleData(article, site, description), breadcrumbs(article, site)]} />
    </>
  )
}

export const describe = (article: PublishedArticle) =>
  truncateAtWord(article.excerpt, DESCRIPTION_LENGTH) || excerpt(article.content, DESCRIPTION_LENGTH)

/** An `Article`, as not every text of a magazine is a `ShortStory` and search engines know this type. */
function articleData(article: PublishedArticle, site: SiteSettings, description: string): Article {
  const url = `${site.url}${paths.article(article.id)}`
  const { poster_url, poster_alt, tags, corrections } = article
  return {
    '@type': 'Article',
    '@id': `${url}#article`,
    url,
    mainEntityOfPage: url,
    headline: article.title,
    description,
    image: [
      `${site.url}${cardPath(article)}`,
      ...(poster_url ? [posterData(`${site.url}${poster_url}`, poster_alt)] : []),
    ],
    datePublished: article.date_published ?? article.date_created,
    dateModified: lastChange(article),
    ...peopleData(article.credits, site),
    publisher: { '@id': organizationId(site) },
    isPartOf: { '@id': websiteId(site) },
    inLanguage: site.language,
    wordCount: article.word_count,
    ...(tags.length > 0 && { keywords: tags.map(({ name }) => name) }),
    isAccessibleForFree: true,
    ...(corrections.length > 0 && { correction: corrections.map(correctionData) }),
  }
}

/** The vocabulary has no property of an `Article` for its artist or its narrator. */
function peopleData(credits: Credit[], site: SiteSettings) {
  const dataOf = (role: CreditRole) => creditsOf(credits, role).map((credit) => personData(credit, site))
  const [authors, translators, editors] = [dataOf('author'), dataOf('translator'), dataOf('editor')]
  const contributors = [...dataOf('artist'), ...dataOf('narrator')]
  const [author = []] = authors
  return {
    author: authors.length > 1 ? authors : author,
    ...(translators.length > 0 && { translator: translators }),
    ...(editors.length > 0 && { editor: editors }),
    ...(contributors.length > 0 && { contributor: contributors }),
  }
}

const creditsOf = (credits: Credit[], role: CreditRole) => credits.filter((credit) => credit.role === role)

const personData = ({ person_id, name }: Credit, { url }: SiteSettings): Person => ({
  '@type': 'Person',
  name,
  url: `${url}${paths.author(person_id)}`,
})

const correctionData = ({ text, created_at }: Correction): CorrectionComment => ({
  '@type': 'CorrectionComment',
  text,
  datePublished: created_at,
})

const posterData = (url: string, caption: string | null): ImageObject | string =>
  caption === null ? url : { '@type': 'ImageObject', url, caption }

function breadcrumbs({ id, title }: PublishedArticle, { url }: SiteSettings): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${url}${paths.home()}` },
      { '@type': 'ListItem', position: 2, name: title, item: `${url}${paths.article(id)}` },
    ],
  }
}
