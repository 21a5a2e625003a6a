import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { routes } from './routes.tsx'
import type { RenderedPage, RenderOptions, SiteSettings } from './server-api.ts'
import { AdminShell } from './site/admin-shell.tsx'
import { renderContext } from './site/render-context.ts'
import { SettingsProvider } from './site/settings.ts'

const handler = createStaticHandler(routes)

export async function renderPage(url: string, options: RenderOptions): Promise<RenderedPage> {
  const requestContext = new RouterContextProvider()
  requestContext.set(renderContext, options)
  const context = await handler.query(new Request(new URL(url, options.site.url)), { requestContext })
  if (context instanceof Response) throw new Error(`A page answered ${context.status} instead of rendering`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const html = render(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
    options.site,
  )
  return { status: context.statusCode, html }
}

export function renderAdminShell({ site }: { site: SiteSettings }): string {
  return render(<AdminShell />, site)
}

function render(page: ReactElement, site: SiteSettings): string {
  return `<!doctype html>${renderToString(<SettingsProvider value={site}>{page}</SettingsProvider>)}`
}
