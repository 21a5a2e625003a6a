import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { WebServer } from '@nightdesk/web/server-api'

/** The built bundle that renders the pages of the site. */
const BUNDLE = new URL('../../../../apps/web/dist/server/entry-server.js', import.meta.url)

type Content = Parameters<WebServer['renderContent']>[0]

export interface Renderer {
  /** sha256 of its code, in hex. Another renderer may make other bytes of the same story. */
  id: string
  /** @returns sha256 of the text of a story as the site renders it, in hex; null when it cannot be rendered */
  hashOf(content: Content): string | null
}

/** @returns null when the web app has not been built */
export async function loadRenderer(): Promise<Renderer | null> {
  const code = await readFile(BUNDLE).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (!code) return null
  // The bundle exports exactly this type; its own build checks it.
  const { renderContent } = (await import(BUNDLE.href)) as WebServer
  return {
    id: sha256(code),
    hashOf(content) {
      try {
        return sha256(renderContent(content, AS_WRITTEN))
      } catch {
        return null // the caller names the story
      }
    },
  }
}

const AS_WRITTEN = { resolveLink: (url: string) => url, resolveImage: (url: string) => url }

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest('hex')
