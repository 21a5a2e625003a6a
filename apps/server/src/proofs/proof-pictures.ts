import { notFound, previewPath, proofPaths } from '@nightdesk/contracts'
import { DRAWING_STYLE, type Drawing, fingerprintOf } from '@nightdesk/renditions'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PREVIEW_TOKEN } from '../headers.ts'
import { type PreviewedArticle, readPreview } from '../articles/previews/read-preview.ts'
import type { Dependencies } from '../dependencies.ts'

interface ProofPicturesOptions {
  dependencies: Dependencies
  drawing: Drawing
}

interface Wanted extends PreviewedArticle {
  format: Parameters<Drawing['draw']>[0]
}

/** Pictures of about 100 KB that are cached in memory. A draft has none in the storage, as nothing of it is public. */
const CACHED = 16

/** The card and the cover of the e-book of a previewed article, drawn as they will be drawn when it is public. */
export async function proofPictures(app: FastifyInstance, { dependencies, drawing }: ProofPicturesOptions) {
  const paths = proofPaths(previewPath(`:token${PREVIEW_TOKEN}`))
  const drawn = new LRUCache<string, Buffer, Wanted>({
    max: CACHED,
    fetchMethod: (_key, _stale, { context: { format, article, poster_filename } }) =>
      drawing.draw(format, { ...article, poster_filename }),
  })
  const send = (path: string, format: Wanted['format']) =>
    app.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const preview = await readPreview(dependencies, request.params.token)
      if (!preview) throw notFound('Preview')
      const { article, poster_filename } = preview
      const { id, title, author_name } = article
      const key = fingerprintOf(DRAWING_STYLE, format, id, title, author_name, poster_filename)
      return reply.type('image/png').send(await drawn.forceFetch(key, { context: { ...preview, format } }))
    })
  send(paths.card, 'card')
  send(paths.cover, 'jacket')
}
