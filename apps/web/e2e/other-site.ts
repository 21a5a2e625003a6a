import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OtherSite extends Disposable {
  origin: string
  /** The paths that were asked for. */
  asked: readonly (string | undefined)[]
}

/** A site with a page that works, one that has moved, one that never answers, and nothing else. */
export async function startOtherSite(): Promise<OtherSite> {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url)
    if (url === '/works') response.end()
    else if (url === '/moved') response.writeHead(301, { location: '/works' }).end()
    else if (url !== '/hangs') response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    asked,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
