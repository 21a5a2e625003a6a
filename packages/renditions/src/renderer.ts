import type { WebServer } from '@nightdesk/web/server-api'

/** The current renderer of the site: in development its sources may have changed. */
export type Renderer = () => Promise<Pick<WebServer, 'renderContent' | 'renderCover' | 'formatDate'>>

const BUNDLE = new URL('../../../apps/web/dist/server/entry-server.js', import.meta.url)

/** The built web app. @throws when it has not been built */
export async function importWebServer(): Promise<WebServer> {
  // The bundle exports exactly this type; its own build checks it.
  return (await import(BUNDLE.href)) as WebServer
}
