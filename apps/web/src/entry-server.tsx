import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { routes } from './routes.tsx'
import type { SiteSettings, WebServer } from './server-api.ts'
import { AdminShell } from './site/admin-shell.tsx'
import { ErrorPage } from './site/error-page.tsx'
import { readPageError } from './site/page-error.ts'
import { renderContext } from './site/render-context.ts'
import { SettingsProvider } from './site/settings.ts'

export { renderCover } from './site/cover.ts'

const handler = createStaticHandler(routes)

export const renderPage: WebServer['renderPage'] = async (url, options) => {
  const requestContext = new RouterContextProvider()
  requestContext.set(renderContext, options)
  const context = await handler.query(new Request(`${options.site.url}${url}`), { requestContext })
  if (context instanceof Response) throw new Error(`A page answered ${context.status} instead of rendering`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const html = render(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
    options.site,
  )
  const [error] = Object.values(context.errors ?? {})
  return { status: context.statusCode, html, cause: error && readPageError(error).cause }
}

export const renderAdminShell: WebServer['renderAdminShell'] = ({ site }) => render(<AdminShell />, site)

export const renderErrorPage: WebServer['renderErrorPage'] = ({ site, ...error }) =>
  render(<ErrorPage {...error} />, site)

function render(page: ReactElement, site: SiteSettings): string {
  return `<!doctype html>${renderToString(<SettingsProvider value={site}>{page}</SettingsProvider>)}`
}
