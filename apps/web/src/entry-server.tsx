import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, RouterContextProvider, type StaticHandlerContext } from 'react-router'
import { routes, type View } from './routes.tsx'
import type { WebServer } from './server-api.ts'
import { Layout } from './site/chrome/layout.tsx'
import { AdminShell } from './site/pages/admin-shell.tsx'
import { ErrorPage } from './site/pages/error-page.tsx'
import { readPageError } from './site/pages/page-error.ts'
import { renderContext } from './site/render-context.ts'
import { type Rendering, RenderingProvider } from './site/settings.ts'

export { formatDate } from './format.ts'
export { renderContent } from './render-content.tsx'
export { renderCover } from './site/chrome/cover.ts'
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
