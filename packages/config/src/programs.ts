import type { z } from 'zod'

/** How the supervisor learns from server and worker that starting again will not help: EX_CONFIG of sysexits.h. */
export const EXIT_CONFIGURATION = 78
const EXIT_FAILURE = 1

/** The program cannot run as it is configured, and a second start would fail in the same way. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/** The message to the supervisor that a program has started. */
export const READY = 'ready'

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Runs a program until SIGTERM or SIGINT, then stops it in order and ends the process with 0. Further signals change
 * nothing, so that work at hand is finished; a signal during the start takes effect when the start is complete. How long
 * stopping may take is the supervisor’s business.
 *
 * An error ends the process with its message on stderr: with 78 when starting again will not help, else with 1. An
 * uncaught error is left to Node, which prints it and ends with 1.
 * @param start adds to the stack what has to be stopped; the last added stops first
 */
export async function runProgram(start: (running: AsyncDisposableStack) => Promise<void>): Promise<never> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop())
  try {
    await startAndStop(start, stopped)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`)
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION : EXIT_FAILURE)
  }
}

async function startAndStop(
  start: (running: AsyncDisposableStack) => Promise<void>,
  stopped: Promise<void>,
): Promise<void> {
  await using running = new AsyncDisposableStack()
  await start(running)
  returnMemory()
  process.send?.(READY)
  await stopped
}

/**
 * Gives back the young generation of the heap, which loading the modules has grown: 35 MB in the server, which V8 leaves
 * to a quiet process. Only this flavor shrinks it. Takes about 50 ms, and does nothing without Node’s `--expose-gc`.
 */
const returnMemory = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** What the error of a system call says about a file. */
const PROBLEMS: Record<string, string> = {
  ENOENT: 'does not exist',
  EEXIST: 'exists already',
  ENOTDIR: 'is not a folder, or not in one',
  EACCES: 'may not be used',
  EPERM: 'may not be used',
}

/** The messages of an error and its causes, in one line. A message that ends with a full stop says enough. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path && PROBLEMS[code]) return `${path} ${PROBLEMS[code]} (${code})`
  // Node throws it without a message when it has tried several addresses.
  const message = error instanceof AggregateError ? explain(error.errors[0]) : error.message
  return error.cause && !message.endsWith('.') ? `${message}: ${explain(error.cause)}` : message
}

type Environment = Record<string, string | undefined>

/** Settings that a program cannot run with. One line for each problem, which never contains the value. */
export class SettingsError extends ConfigurationError {
  override name = 'SettingsError'

  constructor(lines: string[]) {
    super(`The settings are not right:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
}

/**
 * Parses the environment. An empty value counts as unset.
 * @throws SettingsError that lists every problem at once
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, source: Environment): z.infer<Schema> {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => settingProblem(String(path[0]), message))
  throw new SettingsError([...new Set(lines)])
}

/** `PORT must be a number`. A message that is a whole sentence, as forms show it, follows a colon. */
export const settingProblem = (name: string, message: string): string =>
  /^\p{Lu}/u.test(message) ? `${name}: ${message}` : `${name} ${message}`

/**
 * Options for pino that server and worker share: JSON lines with the time in ISO 8601, without secrets and without the
 * values that an error carries.
 */
export const logOptions = (name: string, level: string) => ({
  level,
  base: { name },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  serializers: { err: describeError },
  hooks: { streamWrite: withoutSecrets },
})

const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'current_password',
  'new_password',
  'token',
  'connectionString',
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
const withoutSecrets = (line: string) => line.replace(/(postgres(?:ql)?:\/\/)[^\s"]*@/g, '$1[redacted]@')

/** The address of a server. An IPv6 host goes in brackets. */
export const httpUrl = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
