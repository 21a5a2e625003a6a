import { AppError } from '@nightdesk/contracts'

type Parsed<T> = { success: true; data: T } | { success: false; error: { issues: { message: string }[] } }

/** What a schema of the contract made of an argument. @throws VALIDATION_FAILED with the contract’s own sentences */
export function requireValid<T>(parsed: Parsed<T>): T {
  if (parsed.success) return parsed.data
  throw new AppError('VALIDATION_FAILED', parsed.error.issues.map(({ message }) => message).join('\n'))
}
