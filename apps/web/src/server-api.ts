import type { Block, contract, Reads, Site } from '@nightdesk/contracts'

/** The interface between the server and the renderer of its pages. */

export interface SiteSettings extends Site {
  /** Origin of the public site, without a trailing slash. */
  url: string
}

/** The calls that a public page makes while it renders. Errors have the API's `code`. */
export interface PublicApi {
  published: Reads<typeof contract.published>
}

export interface RenderOptions {
  api: PublicApi
  site: SiteSettings
  /** The instant of the request, ISO 8601. */
  now: string
  /** Whether the page is read without a server, such as from a disk: then it has nothing that needs one. */
  is_static?: boolean
  /** Set when a preview link shows the page, before readers may see it. */
  preview?: PreviewLink
  /** Set when the form of `/your-data` was sent. */
  answer?: YourDataAnswer
}

/** What is counted about one browser. */
export interface ShownData {
  /** Days are `YYYY-MM-DD`; null when the browser was never counted. */
  visits: { first_day: string; last_day: string; days: number } | null
  /** The last one first. */
  views: readonly {
    viewed_at: string
    /** Null for an article that is not public. */
    title: string | null
    /** An origin. */
    referrer: string | null
    user_agent_family: string
    device: string
  }[]
  /** Titles. */
  opened: readonly string[]
}

export type YourDataAnswer = ({ kind: 'shown' } & ShownData) | { kind: 'erased' }

export interface PreviewLink {
  expires_at: string
  /** Without the notice that it is a preview: the page exactly as readers get it. */
  is_proof?: boolean
}

interface RenderedPage {
  status: number
  html: string
  /** The error behind a 5xx page, for the log. */
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
  /** Renders a public page. `url` is a path with its query; one that is not in `routes.tsx` renders the 404 page. */
  renderPage(url: string, options: RenderOptions): Promise<RenderedPage>
  /** Renders the empty page of all admin screens. It contains no data. */
  renderAdminShell(options: { site: SiteSettings }): string
  renderErrorPage(page: ErrorPage): string
  /** The SVG shown for an article without a poster. */
  renderCover(id: number): string
  /** JSON of the speculation rules, by which browsers prefetch pages. */
  speculationRules: string
  /** "November 18, 2026", in a time zone. */
  formatDate(iso: string, timeZone: string): string
  /** Content for feeds and e-books: HTML that is well-formed XML, without scripts. */
  renderContent(content: readonly Block[], options: ContentOptions): string
}

/** Addresses in content are absolute, or of this site: `/path` or `#fragment`. All of them are safe. */
interface ContentOptions {
  resolveLink: (url: string) => string
  resolveImage: (url: string) => string
  /** Sizes in pixels by the address in content, for image blocks without a size. */
  images?: Readonly<Record<string, { width: number; height: number }>>
  /** The level of the outermost headings. Default 1. */
  headingBase?: number
  /** Whether footnotes are marked up as e-books have them. */
  isBook?: boolean
  /** The id of a heading. A heading with an id links to itself. */
  headingId?: (heading: Block) => string | undefined
}
