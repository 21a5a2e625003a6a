import { type PublishedPerson, readableAddress, withoutDirectionMarks } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Card, Pager, Picture } from '../card.tsx'
import { FeedLinks, PageHead } from '../head.tsx'
import { useSettings } from '../rendering.ts'
import { StructuredData } from '../structured-data.tsx'
import type { AuthorPage, ListPage, TagPage } from './load-list.ts'

export function TagListing({ tag, ...list }: TagPage) {
  return <Listing kind="Tag" name={tag.name} list={list} pathOf={(page) => paths.tag(tag.slug, page)} />
}

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
        <h1>
          <bdi>{name}</bdi>
        </h1>
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

function AboutPerson({ person }: { person: PublishedPerson }) {
  const { id, name, bio, picture, links } = person
  const { url } = useSettings()
  const paragraphs = bio.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <>
      <StructuredData
        things={[
          {
            '@type': 'Person',
            name,
            url: `${url}${paths.author(id)}`,
            ...(bio && { description: bio }),
            ...(picture && { image: `${url}${picture.url}` }),
            ...(links.length > 0 && { sameAs: links }),
          },
        ]}
      />
      {picture ? (
        <Picture className="portrait" src={picture.url} alt="" image={picture} sizes="7rem" eager />
      ) : null}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="bio" dir="auto">
          {paragraph}
        </p>
      ))}
      {links.length > 0 ? (
        <ul className="person-links" aria-label={`${name} elsewhere`}>
          {links.map((link) => (
            <li key={link}>
              <a rel="me nofollow" href={link}>
                {describeLink(link)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** The host and the path, as people write addresses. */
function describeLink(link: string): string {
  const { host, pathname } = new URL(link)
  const path = withoutDirectionMarks(readableAddress(pathname))
  return `${host.replace(/^www\./, '')}${path}`.replace(/\/$/, '')
}
