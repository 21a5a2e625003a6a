import { AppError, MAX_IMPORT_BYTES } from '@nightdesk/contracts'
import { newKey } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInContext } from '../context.ts'
import type { ContextOf } from '../request-context.ts'
import { uploadRoute } from '../uploads/upload-route.ts'
import { beginImport } from './begin-import.ts'
import { receiveFile, tooLarge } from './receive-file.ts'

/** Milliseconds: 2 GB over a line of 1 Mbit/s. */
const TIMEOUT = 5 * 60 * 60_000
/** Files that one process receives at once. */
const MOST_AT_ONCE = 2

export const IMPORT_UPLOAD_ROUTE = { method: 'POST', url: '/admin/imports' } as const

export async function importUploads(app: FastifyInstance, { contextOf }: { contextOf: ContextOf }) {
  let receiving = 0
  await uploadRoute(app, {
    contextOf,
    route: IMPORT_UPLOAD_ROUTE,
    access: 'admin',
    max_bytes: MAX_IMPORT_BYTES,
    tooLarge,
    not_a_form: 'Please send the file as multipart/form-data',
    timeout: TIMEOUT,
    async receive(request, ctx) {
      if (receiving >= MOST_AT_ONCE) throw tooMany()
      receiving += 1
      try {
        return await receiveImport(request, ctx)
      } finally {
        receiving -= 1
      }
    },
  })
}

/** The file before the row: a row never names a missing file. */
async function receiveImport(request: FastifyRequest, ctx: SignedInContext) {
  const upload = newKey('import')
  try {
    return await beginImport(ctx, await receiveFile(request, ctx.import_files, upload), upload)
  } catch (error) {
    await ctx.import_files.delete(upload).catch((err) => ctx.log.warn({ err, upload }, 'Left an upload'))
    throw error
  }
}

const tooMany = () =>
  new AppError('TOO_MANY_REQUESTS', 'Other files are being uploaded. Please wait until they are done.', {
    retryAfter: 60,
  })
