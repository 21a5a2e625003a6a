import { paths } from '../../paths.ts'

/** The feeds of the site, or of the page at the path `of`, where feed readers look for them. */
export function FeedLinks({ title, of }: { title: string; of?: string }) {
  return (
    <>
      <link rel="alternate" type="application/rss+xml" title={`${title} (RSS)`} href={paths.rss(of)} />
      <link rel="alternate" type="application/atom+xml" title={`${title} (Atom)`} href={paths.atom(of)} />
      <link
        rel="alternate"
        type="application/feed+json"
        title={`${title} (JSON Feed)`}
        href={paths.jsonFeed(of)}
      />
    </>
  )
}
