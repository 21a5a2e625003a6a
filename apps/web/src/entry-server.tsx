import { legalInXml } from '@nightdesk/contracts'
import {
  Blocks,
  type CodeProps,
  type ImageProps,
  imageReferrerPolicy,
  trimEmptyLines,
} from '@nightdesk/editor/render'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { matchRoutes } from 'react-router'
import { noRoute, routes } from './routes.tsx'
import type { WebServer } from './server-api.ts'
import { AdminShell } from './site/head.tsx'
import { Layout } from './site/layout.tsx'
import { ErrorPage } from './site/pages/not-found.tsx'
import { type Rendering, RenderingProvider } from './site/rendering.ts'

export { formatDate } from './format.ts'
export { renderCover } from './site/cover.ts'
export { speculationRules } from './site/speculation-rules.ts'

/** By path. Matching compiles the patterns of all routes, which takes a sixth of the time of the home page. */
const fixedRoutes = new Map(
  routes.filter(({ path }) => !path.includes(':')).map((route) => [route.path, route]),
)

export const renderPage: WebServer['renderPage'] = async (url, options) => {
  const { pathname, searchParams: query } = new URL(`${options.site.url}${url}`)
  const fixed = fixedRoutes.get(pathname)
  const match = fixed ? { route: fixed, params: {} } : matchRoutes(routes, pathname)?.[0]
  const { Missing, Failed, render: renderRoute } = match?.route ?? noRoute
  const { page, ...answer } = await renderRoute({
    ...options,
    pathname,
    params: match?.params ?? {},
    query,
  }).then(
    (page) => ({ status: 200, page }),
    (cause: unknown) => {
      const status = statusOf(cause)
      if (status === 404) return { status, page: <Missing pathname={pathname} /> }
      return { status, page: <Failed pathname={pathname} />, cause }
    },
  )
  const copied_at = options.is_static ? options.now : undefined
  return { ...answer, html: render(<Layout>{page}</Layout>, { ...options, copied_at }) }
}

/** The status for the error of a loader. Both AppError and tRPC's errors have a code. */
function statusOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'NOT_FOUND') return 404
  return code === 'UNAVAILABLE' || code === 'SERVICE_UNAVAILABLE' ? 503 : 500
}

export const renderAdminShell: WebServer['renderAdminShell'] = ({ site }) => render(<AdminShell />, { site })

export const renderErrorPage: WebServer['renderErrorPage'] = ({ site, ...error }) =>
  render(<ErrorPage {...error} />, { site })

function render(page: ReactElement, rendering: Rendering): string {
  return `<!doctype html>${renderToStaticMarkup(<RenderingProvider value={rendering}>{page}</RenderingProvider>)}`
}

/** React closes every element and quotes every attribute, so its HTML is XML too, except for some characters. */
export const renderContent: WebServer['renderContent'] = (
  content,
  { resolveImage, images = {}, ...options },
) => {
  const Image = ({ src, alt, width, height }: ImageProps) => (
    <img
      src={resolveImage(src)}
      alt={alt}
      width={images[src]?.width ?? width}
      height={images[src]?.height ?? height}
      referrerPolicy={resolveImage(src) === src ? imageReferrerPolicy(src) : undefined}
    />
  )
  const blocks = <Blocks value={trimEmptyLines(content)} {...options} Image={Image} Code={Code} />
  return legalInXml(renderToStaticMarkup(blocks).replace(PRELOADS, ''))
}

/** React adds preload links for pictures, useless without a page. Text never contains an unescaped “<”. */
const PRELOADS = /<link rel="preload"[^<>]*>/g

function Code({ children }: CodeProps) {
  return (
    <pre dir="ltr">
      <code>{children}</code>
    </pre>
  )
}
