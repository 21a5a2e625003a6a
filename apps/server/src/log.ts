import { type DestinationStream, type Logger, pino } from 'pino'

/** JSON lines on stdout. Bodies are never logged, and what could be a secret is cut out. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { name: 'server' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets, censor: '[redacted]' },
      serializers: { req: describeRequest, err: describeError },
      hooks: { streamWrite: withoutSecrets },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  )
}

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

/** Method and path only: a query may hold a one-time token. */
function describeRequest(request: { method?: string; url?: string }) {
  return { method: request.method, path: request.url?.split('?', 1)[0] }
}

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
