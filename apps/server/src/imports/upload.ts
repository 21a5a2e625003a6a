import multipart from '@fastify/multipart'
import { AppError, MAX_IMPORT_BYTES } from '@nightdesk/contracts'
import { newKey } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { touchSession } from '../auth/sessions.ts'
import { requireAccess } from '../calls/access.ts'
import type { SignedInContext } from '../context.ts'
import { allowSlowBody } from '../http/body-timeout.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import type { ContextOf } from '../request-context.ts'
import { beginImport } from './begin-import.ts'
import { IMPORT_UPLOAD_LIMITS, receiveFile, tooLarge } from './receive-file.ts'

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 64 * 1024
/** Milliseconds: 2 GB over a line of 1 Mbit/s. A connection that is silent for a minute is closed before. */
const TIMEOUT = 5 * 60 * 60_000
/** Files that one process receives at once. */
const MOST_AT_ONCE = 2

/** A route beside the contract: a form with a file is no JSON. */
export const IMPORT_UPLOAD_ROUTE = { method: 'POST', url: '/admin/imports' } as const

export async function importUploads(app: FastifyInstance, { contextOf }: { contextOf: ContextOf }) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', refuseOtherContent)
  await app.register(multipart, { limits: IMPORT_UPLOAD_LIMITS })

  let receiving = 0
  const callers = new WeakMap<FastifyRequest, SignedInContext>()
  app.route({
    ...IMPORT_UPLOAD_ROUTE,
    handlerTimeout: TIMEOUT,
    // Before the body is read, so that strangers cannot send files.
    async onRequest(request) {
      const ctx = await contextOf(request)
      requireAccess(ctx, { access: 'admin' })
      await touchSession(ctx, ctx.session)
      await consume(ctx, [uploadLimit(ctx.session.user.id)])
      if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES + FORM_OVERHEAD) throw tooLarge()
      if (receiving >= MOST_AT_ONCE) throw tooMany()
      allowSlowBody(request.raw)
      callers.set(request, ctx)
    },
    async handler(request, reply) {
      receiving += 1
      try {
        // onRequest has set it before the handler runs.
        const data = await receiveImport(request, callers.get(request)!)
        return await reply.code(201).send({ success: true, data })
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

function refuseOtherContent(): never {
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Please send the file as multipart/form-data')
}
