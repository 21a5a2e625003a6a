import { buffer } from 'node:stream/consumers'
import { WorkerPool } from '@nightdesk/images'
import { ignoreNotFound, type Store } from '@nightdesk/storage'
import type { DrawReply, DrawRequest } from './draw.ts'
import type { Renderer } from './renderer.ts'

/** Increased when drawings look different, so that cached ones are made anew. */
export const DRAWING_STYLE = 1

interface Subject {
  id: number
  title: string
  author_name: string
  poster_filename: string | null
}

/** What a drawing shows of the site. */
export interface DrawnSite {
  name: string
  /** `#rrggbb`; null for the yellow. */
  accent_light: string | null
}

export type Drawing = ReturnType<typeof createDrawing>

/** Draws one at a time, in its own process: layout and painting take long, and read uploaded bytes. */
export function createDrawing({ storage, renderer }: { storage: Store; renderer: Renderer }) {
  const pool = new WorkerPool<DrawRequest, DrawReply>({
    script: new URL('./draw.ts', import.meta.url),
    size: 1,
    maxWaiting: 32,
    timeout: 20_000,
    idle: 30_000,
  })
  return {
    /** A PNG. @throws UNAVAILABLE when too many wait, or while the storage is away */
    async draw(
      format: DrawRequest['format'],
      { id, title, author_name, poster_filename }: Subject,
      { name, accent_light }: DrawnSite,
    ) {
      const { renderCover } = await renderer()
      const file = poster_filename && (await storage.get(poster_filename).catch(ignoreNotFound))
      const poster = file ? await buffer(file) : undefined
      const words = { title, author: author_name, site: name }
      const request = { format, ...words, accent: accent_light, cover: renderCover(id), poster }
      const { png } = await pool.run(request)
      return Buffer.from(png)
    },
    close: () => pool.close(),
  }
}
