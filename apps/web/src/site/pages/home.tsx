import type { ReactNode } from 'react'
import { formatCount } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../chrome/card.tsx'
import { Hero } from '../chrome/hero.tsx'
import { Pager } from '../chrome/pager.tsx'
import { SiteData } from '../chrome/site-data.tsx'
import { PageHead } from '../head/page-head.tsx'
import { useSettings } from '../settings.ts'
import type { ListPage } from './load-list.ts'
import { NotFound } from './not-found.tsx'
import type { PageFailure } from './page-error.ts'

export function Home({ articles, page, hasOlder }: ListPage) {
  const { tagline } = useSettings()
  const [lead, ...others] = articles
  return (
    <>
      <PageHead title={page > 1 ? `Page ${page}` : undefined} description={tagline} path={paths.home(page)} />
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

export function HomeError({ status, pathname }: PageFailure) {
  if (status === 404) return <NotFound pathname={pathname} />
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
        {count ? <span className="label">{storyCount(count)}</span> : null}
      </header>
      {children}
    </section>
  )
}

/** "5 stories" */
export function storyCount(count: number): string {
  return formatCount(count, 'story', 'stories')
}
