import { AppError, IMAGE_TOO_LARGE, invalid, MAX_IMAGE_BYTES, NOT_AN_IMAGE } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'

const FIELD = 'file'

export const UPLOAD_LIMITS = {
  files: 1,
  fileSize: MAX_IMAGE_BYTES,
  fields: 5,
  fieldNameSize: 100,
  fieldSize: 1_000,
  parts: 10,
  headerPairs: 50,
}

/**
 * The file of a form, in memory.
 * @throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED without a field `file`, BAD_REQUEST for a broken form
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw missing()
  const file = await readForm(request).catch((error) => {
    throw refusals[codeOf(error)]?.() ?? brokenForm(error)
  })
  if (!file) throw missing()
  return file
}

/** Reads to the end, so that a form that is cut short or exceeds a limit later is refused as a whole. */
async function readForm(request: FastifyRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue
    const bytes = await part.toBuffer()
    if (part.fieldname === FIELD) file = bytes
  }
  return file
}

const missing = () => invalid(FIELD, NOT_AN_IMAGE)

const brokenForm = (cause: unknown) =>
  new AppError('BAD_REQUEST', 'The upload is incomplete or not a proper form. Please try again.', { cause })

const refusals: Record<string, () => AppError> = {
  FST_REQ_FILE_TOO_LARGE: () => new AppError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE),
  FST_FILES_LIMIT: () => invalid(FIELD, 'Please upload one image at a time'),
}

const codeOf = (error: { code?: unknown } | null) => String(error?.code)
