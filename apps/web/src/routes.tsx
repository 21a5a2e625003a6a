import type { ComponentType } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { ArticleError, ArticlePage, loadArticle } from './site/pages/article.tsx'
import { Corrections, CorrectionsError, loadCorrections } from './site/pages/corrections.tsx'
import { Home, HomeError } from './site/pages/home.tsx'
import { AuthorListing, ListingError, TagListing } from './site/pages/listing.tsx'
import { loadAuthor, loadHome, loadTag } from './site/pages/load-list.ts'
import { NO_PAGE, NotFound, notFound, type PageFailure, PreviewEnded } from './site/pages/not-found.tsx'
import { loadSearch, Search, SearchError } from './site/pages/search.tsx'
import { Privacy, Terms } from './site/pages/text-pages.tsx'
import { loadYourData, YourData } from './site/pages/your-data.tsx'

/** The components of a page. */
export interface View<Data> {
  Page: ComponentType<Data>
  /** Rendered instead when its loader threw. */
  Failed: ComponentType<PageFailure>
}

interface PageOptions<Data> extends View<Data> {
  path: string
  load: (args: LoaderFunctionArgs) => Data | Promise<Data>
}

const page = <Data extends object>({ path, load, ...view }: PageOptions<Data>): RouteObject => ({
  path,
  loader: load,
  handle: view satisfies View<Data>,
})

/** The public pages, rendered on the server only. The admin has its own routes. */
export const routes: RouteObject[] = [
  page({ path: '/', load: loadHome, Page: Home, Failed: HomeError }),
  page({ path: '/post/:id', load: loadArticle, Page: ArticlePage, Failed: ArticleError }),
  page({ path: '/tag/:slug', load: loadTag, Page: TagListing, Failed: ListingError }),
  page({ path: '/author/:id', load: loadAuthor, Page: AuthorListing, Failed: ListingError }),
  page({ path: '/search', load: loadSearch, Page: Search, Failed: SearchError }),
  page({ path: '/corrections', load: loadCorrections, Page: Corrections, Failed: CorrectionsError }),
  page({ path: '/your-data', load: loadYourData, Page: YourData, Failed: NotFound }),
  page({ path: '/privacy', load: nothing, Page: Privacy, Failed: NotFound }),
  page({ path: '/terms', load: nothing, Page: Terms, Failed: NotFound }),
  // The server renders the article for a valid link; this route renders all others.
  page({ path: '/preview/:token', load: missing, Page: PreviewEnded, Failed: PreviewEnded }),
  page({ path: '*', load: missing, Page: NotFound, Failed: NotFound }),
]

function nothing() {
  return {}
}

/** Throws, so that the response has status 404. */
function missing(): never {
  throw notFound(NO_PAGE)
}
