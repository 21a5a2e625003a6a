import {
  AppError,
  IMPORT_TOO_LARGE,
  invalid,
  MAX_IMPORT_BYTES,
  NO_IMPORT_FILE,
  refuseImport,
  uploadImport,
} from '@nightdesk/contracts'
import { newKey, StorageFull } from '@nightdesk/storage'
import type { FastifyInstance } from 'fastify'
import type { SignedInContext } from '../context.ts'
import { FIELD, type ReadForm, uploadRoute } from '../files/uploads.ts'
import type { Parts } from '../parts.ts'
import { beginImport } from './imports.ts'

/** Milliseconds: 2 GB over a line of 1 Mbit/s. */
const TIMEOUT = 5 * 60 * 60_000
/** Files that one process receives at once. */
const MOST_AT_ONCE = 2

/** `POST /admin/imports`: stores an export of another product. */
export async function importUploads(app: FastifyInstance, { contextOf }: Parts) {
  let receiving = 0
  await uploadRoute(app, contextOf, {
    endpoint: uploadImport,
    max_bytes: MAX_IMPORT_BYTES,
    timeout: TIMEOUT,
    refusals: {
      not_a_form: 'Please send the file as multipart/form-data',
      no_file: NO_IMPORT_FILE,
      several_files: 'Please upload one file at a time',
      too_large: IMPORT_TOO_LARGE,
    },
    async receive(ctx, readForm) {
      if (receiving >= MOST_AT_ONCE) throw tooMany()
      receiving += 1
      try {
        return await receiveImport(ctx, readForm)
      } finally {
        receiving -= 1
      }
    },
  })
}

const tooMany = () =>
  new AppError('TOO_MANY_REQUESTS', 'Other files are being uploaded. Please wait until they are done.', {
    retryAfter: 60,
  })

/** Writes the file while it comes in, and then its row: a row never names a missing file. */
async function receiveImport(ctx: SignedInContext, readForm: ReadForm) {
  const upload = newKey('import')
  try {
    const name = await readForm(async ({ file, filename }) => {
      await ctx.import_files.write(upload, file).catch((cause) => {
        throw cause instanceof StorageFull ? new AppError('PAYLOAD_TOO_LARGE', NO_ROOM, { cause }) : cause
      })
      const problem = refuseImport({ size: file.bytesRead })
      if (problem) throw invalid(FIELD, problem)
      return nameOf(filename)
    })
    return await beginImport(ctx, name, upload)
  } catch (error) {
    await ctx.import_files.delete(upload).catch((err) => ctx.log.warn({ err, upload }, 'Left an upload'))
    throw error
  }
}

const NO_ROOM = 'The storage has no room for this file. Make some, and try again.'

const MAX_NAME = 400

/** Without a path, which some browsers send. The end says what kind of file it is. */
const nameOf = (given: string | undefined) =>
  given
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .slice(-MAX_NAME)
    .toWellFormed() || 'import'
