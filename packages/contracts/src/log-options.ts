/**
 * How server and worker write their logs: options for pino. JSON lines with the time in ISO 8601, out of which is cut what
 * could be a secret, and what came with an error.
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

/** Message, stack and cause; never the values that came with the error, such as a statement’s parameters. */
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

/** Of a whole line, because pino itself copies an error’s message. */
const withoutSecrets = (line: string) => line.replace(/(postgres(?:ql)?:\/\/)[^@\s"]*@/g, '$1[redacted]@')
