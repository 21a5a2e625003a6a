import { paths } from '../../paths.ts'
import { FeedLinks } from '../head/feed-links.tsx'
import { PageHead } from '../head/page-head.tsx'
import type { AuthorPage, ListPage, TagPage } from '../pages/load-list.ts'
import { NotFound } from '../pages/not-found.tsx'
import type { PageFailure } from '../pages/page-error.ts'
import { useSettings } from '../settings.ts'
import { Card } from './card.tsx'
import { Pager } from './pager.tsx'

/** The stories with a tag. */
export function TagListing({ tag, ...list }: TagPage) {
  return <Listing kind="Tag" name={tag.name} list={list} pathOf={(page) => paths.tag(tag.slug, page)} />
}

/** The stories of an author. */
export function AuthorListing({ author, ...list }: AuthorPage) {
  return (
    <Listing kind="Author" name={author.name} list={list} pathOf={(page) => paths.author(author.id, page)} />
  )
}

interface ListingProps {
  kind: 'Tag' | 'Author'
  name: string
  list: ListPage
  pathOf(page: number): string
}

function Listing({ kind, name, list: { articles, page, hasOlder }, pathOf }: ListingProps) {
  const { name: site } = useSettings()
  const description = kind === 'Tag' ? `Stories in ${site} about ${name}` : `Stories in ${site} by ${name}`
  return (
    <section className="wrap">
      <PageHead
        title={page > 1 ? `${name}, page ${page}` : name}
        description={description}
        path={pathOf(page)}
      >
        <FeedLinks title={`${name} · ${site}`} of={pathOf(1)} />
      </PageHead>
      <header className="listing-head">
        <p className="label">{page > 1 ? `${kind} · Page ${page}` : kind}</p>
        <h1>{name}</h1>
        <p className="listing-feed">
          <a href={paths.rss(pathOf(1))} type="application/rss+xml">
            {kind === 'Tag' ? 'Follow this tag by RSS' : 'Follow this author by RSS'}
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
