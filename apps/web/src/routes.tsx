import { notFound } from '@nightdesk/contracts'
import type { ComponentType } from 'react'
import { ArticleError, ArticlePage, loadArticle, NoArticle } from './site/pages/article.tsx'
import { Corrections, loadCorrections } from './site/pages/corrections.tsx'
import { Home, HomeError } from './site/pages/home.tsx'
import { AuthorListing, TagListing } from './site/pages/listing.tsx'
import { loadAuthor, loadHome, loadTag } from './site/pages/load-list.ts'
import { NotFound, noList, PreviewEnded } from './site/pages/not-found.tsx'
import { loadSearch, Search, SearchError } from './site/pages/search.tsx'
import { loadPage, SitePage } from './site/pages/text-pages.tsx'
import { loadYourData, YourData } from './site/pages/your-data.tsx'
import type { PageRequest } from './site/rendering.ts'

type ErrorPage = ComponentType<{ pathname: string }>

interface PageOptions<Data> {
  path: string
  load(request: PageRequest): Data | Promise<Data>
  Page: ComponentType<Data>
  Missing?: ErrorPage
  Failed?: ErrorPage
}

const page = <Data extends object>({ load, Page, ...page }: PageOptions<Data>) => ({
  Missing: NotFound,
  Failed: NotFound,
  ...page,
  render: async (request: PageRequest) => <Page {...(await load(request))} />,
})

const ListingError = noList('Error fetching posts')
const CorrectionsError = noList('Error fetching corrections')

/** The public pages, rendered on the server only. The admin has its own routes. */
export const routes = [
  page({ path: '/', load: loadHome, Page: Home, Failed: HomeError }),
  page({ path: '/post/:id', load: loadArticle, Page: ArticlePage, Missing: NoArticle, Failed: ArticleError }),
  page({ path: '/tag/:slug', load: loadTag, Page: TagListing, Failed: ListingError }),
  page({ path: '/author/:id', load: loadAuthor, Page: AuthorListing, Failed: ListingError }),
  page({ path: '/search', load: loadSearch, Page: Search, Failed: SearchError }),
  page({ path: '/corrections', load: loadCorrections, Page: Corrections, Failed: CorrectionsError }),
  page({ path: '/your-data', load: loadYourData, Page: YourData }),
  page({ path: '/privacy', load: loadPage, Page: SitePage }),
  page({ path: '/terms', load: loadPage, Page: SitePage }),
  // The server renders the article for a valid link; this route renders all others.
  page({ path: '/preview/:token', load: missing, Page: PreviewEnded, Missing: PreviewEnded }),
]

/** For all other addresses, which are those of pages. No route, as `*` would not match a line break. */
export const noRoute = page({ path: '*', load: loadPage, Page: SitePage })

/** Throws, so that the response has status 404. */
function missing(): never {
  throw notFound('Page')
}
