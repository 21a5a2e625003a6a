import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { routes } from './routes.tsx'
import type {
  ErrorPage as ErrorPageOptions,
  RenderedPage,
  RenderOptions,
  SiteSettings,
} from './server-api.ts'
import { AdminShell } from './site/admin-shell.tsx'
import { ErrorPage } from './site/error-page.tsx'
import { readPageError } from './site/page-error.ts'
import { renderContext } from './site/render-context.ts'
import { SettingsProvider } from './site/settings.ts'

export { renderCover } from './site/cover.ts'

const handler = createStaticHandler(routes)

export async function renderPage(url: string, options: RenderOptions): Promise<RenderedPage> {
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

export function renderAdminShell({ site }: { site: SiteSettings }): string {
  return render(<AdminShell />, site)
}

export function renderErrorPage({ site, ...error }: ErrorPageOptions): string {
  return render(<ErrorPage {...error} />, site)
}

function render(page: ReactElement, site: SiteSettings): string {
  return `<!doctype html>${renderToString(<SettingsProvider value={site}>{page}</SettingsProvider>)}`
}
