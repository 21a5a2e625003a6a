import type { Organization, SearchAction, WebSite, WithActionConstraints } from 'schema-dts'
import { paths } from '../../paths.ts'
import type { SiteSettings } from '../../server-api.ts'
import { StructuredData } from '../head/structured-data.tsx'
import { useIsStatic, useSettings } from '../settings.ts'

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
    inLanguage: 'en',
    publisher: { '@id': organizationId(site) },
  }
}

function organization(site: SiteSettings): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: site.name,
    url: `${site.url}/`,
    logo: `${site.url}/icon-512.png`,
  }
}
