/**
 * Options for pino that server and worker share: JSON lines with the time in ISO 8601, without secrets and without the
 * values that an error carries.
 */
export const logOptions = (name: string, level: string) => ({
  level,
  base: { name },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: secrets, censor: '[redacted]' },
  serializers: { err: describeError },
  hooks: { streamWrite: withoutSecrets },
})

const secrets = [
  '*.authorization',
  '*.cookie',
  '*.password',
  '*.current_password',
  '*.new_password',
  '*.token',
  '*.connectionString',
  'authorization',
  'password',
  'token',
]

/** Message, stack and cause. Never the values that an error carries, such as the parameters of a statement. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = (error as { code?: unknown }).code
  return {
    name,
    message,
    stack,
    code,
    cause: cause && describeError(cause),
  }
}

/** Works on the whole line, because pino itself copies the message of an error into it. */
const withoutSecrets = (line: string) => line.replace(/(postgres(?:ql)?:\/\/)[^@\s"]*@/g, '$1[redacted]@')
