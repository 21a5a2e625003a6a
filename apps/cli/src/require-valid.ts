import { AppError, type Endpoint, refusal } from '@nightdesk/contracts'

type Schema = Endpoint['input']

/** Parses an argument with a schema of the contract. @throws VALIDATION_FAILED with the sentences that the API answers */
export function requireValid<S extends Schema>(schema: S, given: unknown): S['_zod']['output'] {
  const parsed = schema.safeParse(given, { error: refusal })
  if (parsed.success) return parsed.data
  throw new AppError('VALIDATION_FAILED', parsed.error.issues.map(({ message }) => message).join('\n'))
}
