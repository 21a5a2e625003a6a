import { AppError, type Endpoint, refusal } from '@nightdesk/contracts'

type Schema = Endpoint['input']

/** An argument as a schema of the contract reads it. @throws VALIDATION_FAILED with the sentences of every adapter */
export function requireValid<S extends Schema>(schema: S, given: unknown): S['_zod']['output'] {
  const parsed = schema.safeParse(given, { error: refusal })
  if (parsed.success) return parsed.data
  throw new AppError('VALIDATION_FAILED', parsed.error.issues.map(({ message }) => message).join('\n'))
}
