import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AppError, type Check, describeFaults, type Endpoint, refusal } from '@nightdesk/contracts'
import type { Progress } from '@nightdesk/storage'
import { Presets, SingleBar } from 'cli-progress'

/**
 * Reads a password from a prompt without echo, or from the first line of a pipe. It is never an argument: arguments stay
 * in the history of the shell, and every program on the machine can read them.
 */
export async function askPassword(prompt = 'Password'): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return firstLine(createInterface({ input: stdin }))
  stderr.write(`${prompt}: `)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await firstLine(createInterface({ input: stdin, output: nowhere, terminal: true }))
  } finally {
    stderr.write('\n')
  }
}

async function firstLine(lines: ReturnType<typeof createInterface>): Promise<string> {
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
  }
}

/** Shows a progress bar in a terminal, and nothing elsewhere. @param unit such as `files` */
export async function withProgressBar<T>(
  unit: string,
  task: (show: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar(
    { format: ` {bar} {percentage}% | {value} of {total} ${unit} | {eta_formatted}` },
    Presets.shades_classic,
  )
  try {
    return await task(({ done, total }) => {
      if (!bar.isActive) bar.start(total, 0)
      bar.setTotal(total)
      bar.update(done)
    })
  } finally {
    bar.stop()
  }
}

/** Prints the results of checks, and makes the command exit with 1 when something is wrong. */
export function printChecks<Name extends string>(
  checks: (Omit<Check, 'name'> & { name: Name })[],
  titles: Record<Name, string>,
  asJson = false,
): void {
  const lines = checks.map((check) => `${markOf(check)} ${titles[check.name]}: ${textOf(check)}`)
  const report = [...lines, '', `${checks.length} checks. ${describeFaults(checks)}.`].join('\n')
  console.log(asJson ? JSON.stringify(checks, null, 2) : report)
  if (!checks.every(({ is_fine }) => is_fine)) process.exitCode = 1
}

type Result = Omit<Check, 'name'>

const textOf = ({ detail, advice }: Result) => (advice === null ? detail : `${detail}\n    ${advice}`)

function markOf({ is_fine, advice }: Result): string {
  if (!is_fine) return '✗'
  return advice === null ? '✓' : '!'
}

type Schema = Endpoint['input']

/** Parses an argument with a schema of the contract. @throws VALIDATION_FAILED with the sentences that the API answers */
export function requireValid<S extends Schema>(schema: S, given: unknown): S['_zod']['output'] {
  const parsed = schema.safeParse(given, { error: refusal })
  if (parsed.success) return parsed.data
  throw new AppError('VALIDATION_FAILED', parsed.error.issues.map(({ message }) => message).join('\n'))
}
