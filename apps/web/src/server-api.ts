import type { Article } from '@nightdesk/contracts'

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
  published: {
    list(input: { page?: number; limit?: number }): Promise<Article[]>
    get(input: { id: number }): Promise<Article>
  }
}

export interface RenderOptions {
  api: PublicApi
  site: SiteSettings
  /** The instant of the request, ISO 8601. */
  now: string
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
  /** A public page. `url` is path and query: `/`, `/post/{id}`, `/privacy`, `/terms`; anything else is the 404 page. */
  renderPage(url: string, options: RenderOptions): Promise<RenderedPage>
  /** The bare page of every admin screen; it holds no data. */
  renderAdminShell(options: { site: SiteSettings }): string
  renderErrorPage(page: ErrorPage): string
  /** The SVG shown for an article without a poster. */
  renderCover(id: number): string
}
