import type { Plugin } from 'vite'

/** Served by the development server only, never built or deployed. */
const PATH = '/__ui'

const page = `<!doctype html>
<html lang="en" data-app="admin">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Components</title>
    <script type="module" src="/src/ui/catalogue.tsx"></script>
  </head>
  <body><div id="root"></div></body>
</html>`

/** Serves the component catalogue. */
export const catalogue = (): Plugin => ({
  name: 'nightdesk-catalogue',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use(PATH, async (_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(await server.transformIndexHtml(PATH, page))
    })
  },
})
