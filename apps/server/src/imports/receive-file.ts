import { AppError, IMPORT_TOO_LARGE, invalid, NO_IMPORT_FILE, refuseImport } from '@nightdesk/contracts'
import { type LargeFiles, StorageFull, StorageUnavailable } from '@nightdesk/storage'
import type { FastifyRequest } from 'fastify'
import { FIELD, formRefusal } from '../uploads/form.ts'

/**
 * Writes the file of a form under a key while it comes in. A file that is refused may be there, for the caller to delete.
 * @returns the name that it had
 * @throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED without a file, BAD_REQUEST for a broken form
 */
export async function receiveFile(request: FastifyRequest, files: LargeFiles, key: string): Promise<string> {
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

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', IMPORT_TOO_LARGE)

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
