import {
  AppError,
  IMPORT_TOO_LARGE,
  invalid,
  MAX_IMPORT_BYTES,
  NO_IMPORT_FILE,
  refuseImport,
} from '@nightdesk/contracts'
import { type LargeFiles, newKey, StorageFull, StorageUnavailable } from '@nightdesk/storage'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInContext } from '../context.ts'
import { FIELD, formRefusal, uploadRoute } from '../files/uploads.ts'
import type { ContextOf } from '../request-context.ts'
import { beginImport } from './imports.ts'

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

/**
 * Writes the file of a form under a key while it comes in. A file that is refused may be there, for the caller to delete.
 * @returns the name that it had
 * @throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED without a file, BAD_REQUEST for a broken form
 */
async function receiveFile(request: FastifyRequest, files: LargeFiles, key: string): Promise<string> {
  if (!request.isMultipart()) throw missing()
  const name = await readForm(request, files, key).catch((error) => {
    throw refusalOf(error)
  })
  if (name === undefined) throw missing()
  return name
}

/** Reads to the end, so that a form that is cut short later is refused as a whole. */
async function readForm(
  request: FastifyRequest,
  files: LargeFiles,
  key: string,
): Promise<string | undefined> {
  let name: string | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    if (part.fieldname !== FIELD) {
      part.file.resume()
      continue
    }
    await files.write(key, part.file)
    if (part.file.truncated) throw tooLarge()
    const refusal = refuseImport({ size: part.file.bytesRead })
    if (refusal) throw invalid(FIELD, refusal)
    name = nameOf(part.filename)
  }
  return name
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', IMPORT_TOO_LARGE)

const NO_ROOM = 'The storage has no room for this file. Make some, and try again.'

const missing = () => invalid(FIELD, NO_IMPORT_FILE)

const MAX_NAME = 400

/** Without a path, which some browsers send. The end says what kind of file it is. */
const nameOf = (given: string | undefined) =>
  given
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .slice(-MAX_NAME)
    .toWellFormed() || 'import'

function refusalOf(error: unknown): unknown {
  if (error instanceof StorageFull) return new AppError('PAYLOAD_TOO_LARGE', NO_ROOM, { cause: error })
  if (error instanceof AppError || error instanceof StorageUnavailable) return error
  return formRefusal(error, 'Please upload one file at a time')
}
