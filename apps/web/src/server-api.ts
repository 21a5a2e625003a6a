import type { Block, contract, Reads } from '@nightdesk/contracts'

/** What the server and the pages it renders agree on. */

export interface SiteSettings {
  name: string
  tagline: string
  /** Origin of the public site, without a trailing slash. */
  url: string
  /** IANA name; public dates are shown in it. */
  timezone: string
}

/** The calls a public page makes while it renders. Failures carry the API's `code`. */
export interface PublicApi {
  published: Reads<typeof contract.published>
}

export interface RenderOptions {
  api: PublicApi
  site: SiteSettings
  /** The instant of the request, ISO 8601. */
  now: string
  /** The page is shown by a preview link, before readers may see it. */
  preview?: PreviewLink
}

export interface PreviewLink {
  expires_at: string
}

export interface RenderedPage {
  status: number
  html: string
  /** Of a 5xx page: the failure that made it one, for the log. */
  cause?: unknown
}

export interface ErrorPage {
  status: number
  /** A sentence for a person. */
  message: string
  request_id: string
  site: SiteSettings
}

/** The exports of the server bundle. */
export interface WebServer {
  /** A public page. `url` is path and query of one in `routes.tsx`; anything else is the 404 page. */
  renderPage(url: string, options: RenderOptions): Promise<RenderedPage>
  /** The bare page of every admin screen; it holds no data. */
  renderAdminShell(options: { site: SiteSettings }): string
  renderErrorPage(page: ErrorPage): string
  /** The SVG shown for an article without a poster. */
  renderCover(id: number): string
  /** JSON of the rules by which browsers fetch pages before they are asked for. */
  speculationRules: string
  /** Content as it stands outside of our pages, in feeds and e-books: HTML that is well-formed XML, without scripts. */
  renderContent(content: readonly Block[], options: ContentOptions): string
}

/** Addresses in content may be of this site, `/path` or `#fragment`; they are safe in any case. */
export interface ContentOptions {
  resolveLink: (url: string) => string
  resolveImage: (url: string) => string
  /** Sizes in pixels by the address in content, where its blocks do not tell. */
  images?: Readonly<Record<string, { width: number; height: number }>>
  /** The level of the outermost headings. Default 1. */
  headingBase?: number
  /** The id of a heading; one that has an id links to itself. */
  headingId?: (heading: Block) => string | undefined
}
