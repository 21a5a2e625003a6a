import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { FeedLinks } from '../head/feed-links.tsx'
import { PageHead } from '../head/page-head.tsx'
import type { AuthorPage, ListPage, TagPage } from '../pages/load-list.ts'
import { NotFound } from '../pages/not-found.tsx'
import type { PageFailure } from '../pages/page-error.ts'
import { useSettings } from '../settings.ts'
import { AboutPerson } from './about-person.tsx'
import { Card } from './card.tsx'
import { Pager } from './pager.tsx'

/** The stories with a tag. */
export function TagListing({ tag, ...list }: TagPage) {
  return <Listing kind="Tag" name={tag.name} list={list} pathOf={(page) => paths.tag(tag.slug, page)} />
}

/** The stories of a person, and on the first page who that is. */
export function AuthorListing({ person, ...list }: AuthorPage) {
  return (
    <Listing
      kind={person.is_author ? 'Author' : 'Contributor'}
      name={person.name}
      list={list}
      pathOf={(page) => paths.author(person.id, page)}
    >
      {list.page === 1 ? <AboutPerson person={person} /> : null}
    </Listing>
  )
}

interface ListingProps {
  kind: keyof typeof KINDS
  name: string
  list: ListPage
  pathOf(page: number): string
  /** Below the name. */
  children?: ReactNode
}

const KINDS = {
  Tag: { relation: 'about', follow: 'Follow this tag by RSS' },
  Author: { relation: 'by', follow: 'Follow this author by RSS' },
  Contributor: { relation: 'with', follow: 'Follow this contributor by RSS' },
}

function Listing({ kind, name, list: { articles, page, hasOlder }, pathOf, children }: ListingProps) {
  const { name: site } = useSettings()
  const { relation, follow } = KINDS[kind]
  return (
    <section className="wrap">
      <PageHead
        title={page > 1 ? `${name}, page ${page}` : name}
        description={`Stories in ${site} ${relation} ${name}`}
        path={pathOf(page)}
      >
        <FeedLinks title={`${name} · ${site}`} of={pathOf(1)} />
      </PageHead>
      <header className="listing-head">
        <p className="label">{page > 1 ? `${kind} · Page ${page}` : kind}</p>
        <h1>{name}</h1>
        {children}
        <p className="listing-feed">
          <a href={paths.rss(pathOf(1))} type="application/rss+xml">
            {follow}
          </a>
        </p>
      </header>
      <div className="grid">
        {articles.map((article, index) => (
          <Card key={article.id} article={article} level={2} eager={index === 0} />
        ))}
      </div>
      <Pager page={page} hasOlder={hasOlder} pathOf={pathOf} />
    </section>
  )
}

export function ListingError({ status, pathname }: PageFailure) {
  if (status === 404) return <NotFound pathname={pathname} />
  return (
    <>
      <PageHead />
      <p className="state" role="alert">
        Error fetching posts
      </p>
    </>
  )
}
