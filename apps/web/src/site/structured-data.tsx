import { iconPath } from '@nightdesk/contracts'
import type { Graph, Organization, SearchAction, Thing, WebSite, WithActionConstraints } from 'schema-dts'
import { paths } from '../paths.ts'
import type { SiteSettings } from '../server-api.ts'
import { useIsStatic, useSettings } from './rendering.ts'

export const websiteId = ({ url }: SiteSettings) => `${url}/#website`
export const organizationId = ({ url }: SiteSettings) => `${url}/#organization`

/** Structured data about the whole site, for the home page. */
export function SiteData() {
  const site = useSettings()
  const searchable = useIsStatic() ? {} : { potentialAction: search(site) }
  return <StructuredData things={[{ ...website(site), ...searchable }, organization(site)]} />
}

const search = ({ url }: SiteSettings): WithActionConstraints<SearchAction> => ({
  '@type': 'SearchAction',
  target: { '@type': 'EntryPoint', urlTemplate: `${url}${paths.search()}?q={search_term_string}` },
  'query-input': 'required name=search_term_string',
})

function website(site: SiteSettings): Exclude<WebSite, string> {
  return {
    '@type': 'WebSite',
    '@id': websiteId(site),
    url: `${site.url}/`,
    name: site.name,
    description: site.tagline,
    inLanguage: site.language,
    publisher: { '@id': organizationId(site) },
  }
}

function organization(site: SiteSettings): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: site.name,
    url: `${site.url}/`,
    logo: `${site.url}${iconPath(site, 512)}`,
  }
}

/**
 * The subject of the page as JSON-LD. It is data that never runs, so the Content-Security-Policy allows it. It is inside
 * `<main>`, so that the next page removes it.
 */
export function StructuredData({ things }: { things: readonly Exclude<Thing, string>[] }) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  return <script type="application/ld+json">{scriptText(graph)}</script>
}

/**
 * JSON without characters that are special in HTML. React cannot escape the text of a script, where `&lt;` is four plain
 * characters to a browser. Written as `\u003c`, “<” can neither end the script nor start a comment.
 */
const scriptText = (data: object) =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
