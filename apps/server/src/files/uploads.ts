import multipart, { type MultipartFile } from '@fastify/multipart'
import { AppError, type Endpoint, invalid } from '@nightdesk/contracts'
import { StorageFull, StorageUnavailable } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorize } from '../calls/call.ts'
import { splitRoute } from '../calls/endpoints.ts'
import type { SignedInContext } from '../context.ts'
import { consume, uploadLimit } from '../http/limits.ts'
import { allowSlowBody } from '../http/server.ts'
import type { ContextOf } from '../request-context.ts'

/** Reads a form to its end, with a function that takes its file. */
export type ReadForm = <File>(read: (part: MultipartFile) => Promise<File>) => Promise<File>

interface UploadRoute {
  /** For signed-in callers. */
  endpoint: Endpoint
  max_bytes: number
  /** Milliseconds for the whole file over the slowest line. A connection that is silent for a minute is closed before. */
  timeout: number
  /** Why a form is refused, as sentences. */
  refusals: Record<'not_a_form' | 'no_file' | 'several_files' | 'too_large', string>
  /** Takes the upload. @returns the answer */
  receive(ctx: SignedInContext, readForm: ReadForm): Promise<unknown>
}

export const FIELD = 'file'

/** Bytes of a form besides its file. */
const FORM_OVERHEAD = 64 * 1024

/** A route beside the contract: a form with a file is no JSON. */
export async function uploadRoute(app: FastifyInstance, contextOf: ContextOf, options: UploadRoute) {
  const { endpoint, max_bytes, timeout, refusals, receive } = options
  app.addContentTypeParser('*', () => {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', refusals.not_a_form)
  })
  await app.register(multipart, { limits: { ...FORM_LIMITS, fileSize: max_bytes } })
  /** Again after the file has come, as the session may have ended while it came. */
  const authorizedCaller = async (request: FastifyRequest) => {
    const ctx = await contextOf(request)
    await authorize(ctx, endpoint)
    return ctx as SignedInContext // by its endpoint
  }

  app.route({
    ...splitRoute(endpoint),
    handlerTimeout: timeout,
    // Before the body is read, so that strangers cannot send files.
    async onRequest(request) {
      const ctx = await authorizedCaller(request)
      await consume(ctx, [uploadLimit(ctx.session.user.id)])
      // Refuses before the transfer when the client announces the size.
      if (Number(request.headers['content-length'] ?? 0) > max_bytes + FORM_OVERHEAD)
        throw new AppError('PAYLOAD_TOO_LARGE', refusals.too_large)
      allowSlowBody(request.raw)
    },
    async handler(request, reply) {
      const readOwnForm: ReadForm = async (read) => {
        const file = await readForm(request, refusals, read)
        await authorizedCaller(request)
        return file
      }
      const data = await receive(await authorizedCaller(request), readOwnForm).catch((cause) => {
        throw cause instanceof StorageFull ? new AppError('PAYLOAD_TOO_LARGE', NO_ROOM, { cause }) : cause
      })
      return reply.code(201).send({ success: true, data })
    },
  })
}

const NO_ROOM = 'The storage has no room for this file. Make some, and try again.'

const FORM_LIMITS = { files: 1, fields: 5, fieldNameSize: 100, fieldSize: 1_000, parts: 10, headerPairs: 50 }

/**
 * Reads to the end, so that a form that is cut short or exceeds a limit later is refused as a whole.
 * @throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED without a file, BAD_REQUEST for a broken form, and what `read` throws
 */
async function readForm<File>(
  request: FastifyRequest,
  refusals: UploadRoute['refusals'],
  read: (part: MultipartFile) => Promise<File>,
): Promise<File> {
  if (!request.isMultipart()) throw invalid(FIELD, refusals.no_file)
  const files: File[] = []
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname === FIELD) files.push(await read(part))
      else part.file.resume()
      if (part.file.truncated) throw new AppError('PAYLOAD_TOO_LARGE', refusals.too_large)
    }
  } catch (error) {
    throw formRefusal(error, refusals)
  }
  const [file] = files
  if (file === undefined) throw invalid(FIELD, refusals.no_file)
  return file
}

function formRefusal(cause: unknown, { several_files, too_large }: UploadRoute['refusals']): unknown {
  if (cause instanceof AppError || cause instanceof StorageUnavailable) return cause
  const { code } = Object(cause) as { code?: unknown } // of the multipart library
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('PAYLOAD_TOO_LARGE', too_large)
  if (code === 'FST_FILES_LIMIT') return invalid(FIELD, several_files)
  return new AppError('BAD_REQUEST', 'The upload is incomplete or not a proper form. Please try again.', {
    cause,
  })
}
