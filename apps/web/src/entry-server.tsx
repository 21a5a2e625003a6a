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
import { createStaticHandler, RouterContextProvider, type StaticHandlerContext } from 'react-router'
import { routes, type View } from './routes.tsx'
import type { WebServer } from './server-api.ts'
import { AdminShell } from './site/head.tsx'
import { Layout } from './site/layout.tsx'
import { ErrorPage, readPageError } from './site/pages/not-found.tsx'
import { renderContext } from './site/render-context.ts'
import { type Rendering, RenderingProvider } from './site/rendering.ts'

export { formatDate } from './format.ts'
export { renderCover } from './site/cover.ts'
export { speculationRules } from './site/head/speculation-rules.ts'

const handler = createStaticHandler(routes)

export const renderPage: WebServer['renderPage'] = async (url, options) => {
  const requestContext = new RouterContextProvider()
  requestContext.set(renderContext, options)
  const context = await handler.query(new Request(`${options.site.url}${url}`), { requestContext })
  if (context instanceof Response) throw new Error(`A page answered ${context.status} instead of rendering`)
  const [thrown] = Object.values(context.errors ?? {})
  const error = thrown === undefined ? undefined : readPageError(thrown)
  const html = render(<Layout>{pageOf(context, error)}</Layout>, {
    ...options,
    copied_at: options.is_static ? options.now : undefined,
  })
  return { status: context.statusCode, html, cause: error?.cause }
}

/** The matched page with its data. React Router’s own components would take a third of the time of a render. */
function pageOf(
  { matches, loaderData, location }: StaticHandlerContext,
  error: ReturnType<typeof readPageError> | undefined,
): ReactElement {
  const [{ route }] = matches as [(typeof matches)[0]] // the last of the routes matches everything
  const { Page, Failed } = route.handle as View<object> // set by `page` in `routes.tsx`
  return error ? <Failed {...error} pathname={location.pathname} /> : <Page {...loaderData[route.id]} />
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
    <pre>
      <code>{children}</code>
    </pre>
  )
}
