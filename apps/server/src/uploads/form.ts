import { AppError, invalid } from '@nightdesk/contracts'

/** The field of a form that has the file. */
export const FIELD = 'file'

/** Limits of a form with one file of at most so many bytes. */
export const formLimits = (fileSize: number) => ({
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
