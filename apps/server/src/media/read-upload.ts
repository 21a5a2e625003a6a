import { AppError, IMAGE_TOO_LARGE, invalid, NOT_AN_IMAGE } from '@nightdesk/contracts'
import type { FastifyRequest } from 'fastify'
import { codeOf, FIELD, formRefusal } from '../uploads/form.ts'

/**
 * The file of a form, in memory.
 * @throws PAYLOAD_TOO_LARGE, VALIDATION_FAILED without a field `file`, BAD_REQUEST for a broken form
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw missing()
  const file = await readForm(request).catch((error) => {
    throw codeOf(error) === 'FST_REQ_FILE_TOO_LARGE'
      ? tooLarge()
      : formRefusal(error, 'Please upload one image at a time')
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

export const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE)

const missing = () => invalid(FIELD, NOT_AN_IMAGE)
