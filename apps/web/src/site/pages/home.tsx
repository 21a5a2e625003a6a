import { headlineParts, type PublishedImage } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Card, Pager, Picture } from '../card.tsx'
import { PageHead } from '../head.tsx'
import { useSettings } from '../rendering.ts'
import { SiteData } from '../structured-data.tsx'
import type { ListPage } from './load-list.ts'

export function Home({ articles, page, hasOlder }: ListPage) {
  const { tagline, description } = useSettings()
  const [lead, ...others] = articles
  return (
    <>
      <PageHead
        title={page > 1 ? `Page ${page}` : undefined}
        description={description || tagline}
        path={paths.home(page)}
      />
      {page === 1 ? <SiteData /> : null}
      {page === 1 ? <Hero /> : null}
      <Latest count={page === 1 && !hasOlder ? articles.length : undefined} page={page}>
        {lead ? (
          <div className="grid">
            <Card article={lead} lead={page === 1} eager />
            {others.map((article) => (
              <Card key={article.id} article={article} />
            ))}
          </div>
        ) : (
          <p className="state">No articles found. Check back soon!</p>
        )}
        <Pager page={page} hasOlder={hasOlder} pathOf={paths.home} />
      </Latest>
    </>
  )
}

export function HomeError() {
  return (
    <>
      <PageHead />
      <Hero />
      <Latest page={1}>
        <p className="state" role="alert">
          Error fetching posts
        </p>
      </Latest>
    </>
  )
}

interface LatestProps {
  page: number
  /** Known only when all stories fit on one page. */
  count?: number
  children: ReactNode
}

function Latest({ page, count, children }: LatestProps) {
  const Heading = page === 1 ? 'h2' : 'h1'
  return (
    <section className="wrap latest" id="articles" aria-labelledby="latest">
      <header className="section-head">
        <Heading id="latest">Latest Articles</Heading>
        {page > 1 ? <span className="label">{`Page ${page}`}</span> : null}
        {count ? <span className="label">{formatCount(count, 'story', 'stories')}</span> : null}
      </header>
      {children}
    </section>
  )
}

function Hero() {
  const { tagline, kicker, headline, hero, hero_picture } = useSettings()
  return (
    <section className="jacket" aria-labelledby="hero">
      <div className="wrap hero">
        {kicker ? <p className="label">{kicker}</p> : null}
        <h1 id="hero">
          {headlineParts(headline).map(({ text, isEmphasized }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and never move
            isEmphasized ? <em key={index}>{text}</em> : text,
          )}
        </h1>
        {tagline ? <p className="hero-lead">{tagline}</p> : null}
        <a className="button" href="#articles">
          Explore Articles
        </a>
      </div>
      {hero === 'drawing' ? <Planets /> : null}
      {hero === 'picture' && hero_picture ? (
        <Picture
          className="hero-picture"
          src={hero_picture.url}
          alt=""
          image={hero_picture}
          sizes={heroSizes(hero_picture)}
          eager
        />
      ) : null}
    </section>
  )
}

/**
 * As wide as its box in `home.css`, or wider where that cuts off the sides: the box is 14rem high on phones, and elsewhere as high
 * as the text beside it, about 40rem.
 */
function heroSizes({ width, height }: PublishedImage) {
  const covering = (rem: number) => `${Math.round((rem * width) / height)}rem`
  return `(min-width: 760px) max(44vw, ${covering(40)}), max(100vw, ${covering(14)})`
}

function Planets() {
  return (
    <svg viewBox="0 0 492 570" preserveAspectRatio="xMaxYMid meet" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="1.3">
        <circle cx="432" cy="274" r="164" />
        <circle cx="432" cy="274" r="224" />
        <circle cx="432" cy="274" r="293" />
        <circle cx="432" cy="274" r="370" />
      </g>
      <g fill="currentColor">
        <circle cx="432" cy="274" r="105" />
        <circle cx="232" cy="173" r="12" />
        <circle cx="150" cy="511" r="6" />
        <circle cx="482" cy="430" r="4" />
      </g>
    </svg>
  )
}
