import multipart from '@fastify/multipart'
import { type Access, AppError, invalid } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { touchSession } from '../accounts/sessions.ts'
import { requireAccess } from '../calls/call.ts'
import type { SignedInContext } from '../context.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import { allowSlowBody } from '../http/server.ts'
import type { ContextOf } from '../request-context.ts'

interface UploadRoute {
  contextOf: ContextOf
  route: { method: 'POST'; url: string }
  access: Access
  /** Bytes of the largest file. */
  max_bytes: number
  tooLarge: () => AppError
  /** Refuses other content, as a sentence. */
  not_a_form: string
  /** Milliseconds for the whole file over the slowest line. A connection that is silent for a minute is closed before. */
  timeout: number
  /** Reads the form. @returns the data of the answer */
  receive(request: FastifyRequest, ctx: SignedInContext): Promise<unknown>
}

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 64 * 1024

/** A route beside the contract: a form with a file is no JSON. */
export async function uploadRoute(app: FastifyInstance, options: UploadRoute) {
  const { contextOf, route, access, max_bytes, tooLarge, not_a_form, timeout, receive } = options
  app.addContentTypeParser('*', () => {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', not_a_form)
  })
  await app.register(multipart, { limits: formLimits(max_bytes) })

  const callers = new WeakMap<FastifyRequest, SignedInContext>()
  app.route({
    ...route,
    handlerTimeout: timeout,
    // Before the body is read, so that strangers cannot send files.
    async onRequest(request) {
      const ctx = await contextOf(request)
      requireAccess(ctx, { access })
      await touchSession(ctx, ctx.session)
      await consume(ctx, [uploadLimit(ctx.session.user.id)])
      // Refuses before the transfer when the client announces the size.
      if (Number(request.headers['content-length'] ?? 0) > max_bytes + FORM_OVERHEAD) throw tooLarge()
      allowSlowBody(request.raw)
      callers.set(request, ctx)
    },
    async handler(request, reply) {
      // onRequest has set it before the handler runs.
      const data = await receive(request, callers.get(request)!)
      return reply.code(201).send({ success: true, data })
    },
  })
}

/** The field of a form that has the file. */
export const FIELD = 'file'

/** Limits of a form with one file of at most so many bytes. */
const formLimits = (fileSize: number) => ({
  files: 1,
  fileSize,
  fields: 5,
  fieldNameSize: 100,
  fieldSize: 1_000,
  parts: 10,
  headerPairs: 50,
})

/** Why a form cannot be read. `one_at_a_time` refuses several files, as a sentence. */
export function formRefusal(cause: unknown, one_at_a_time: string): AppError {
  if (codeOf(cause) === 'FST_FILES_LIMIT') return invalid(FIELD, one_at_a_time)
  return new AppError('BAD_REQUEST', 'The upload is incomplete or not a proper form. Please try again.', {
    cause,
  })
}

export const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code)
