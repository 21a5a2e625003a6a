import { type CommandDef, runCommand, runMain } from 'citty'
import { explain } from './explain.ts'

const FAILURE = 1
const USAGE = 2

/** Runs a command line. Ends with 0, with 1 after a failure, with 2 when the command line itself is wrong. */
export async function run(command: CommandDef, rawArgs: string[]): Promise<void> {
  // Prints the usage of the command that was named.
  if (rawArgs.includes('--help') || rawArgs.includes('-h')) return runMain(command, { rawArgs })
  try {
    await runCommand(command, { rawArgs })
  } catch (error) {
    console.error(explain(error))
    process.exitCode = isUsage(error) ? USAGE : FAILURE
    if (isUnparsed(error)) console.error(hint(rawArgs))
  }
}

/** By its code: the contract itself would make every start slower. */
const isUsage = (error: unknown) =>
  isUnparsed(error) || (error instanceof Error && 'code' in error && error.code === 'VALIDATION_FAILED')

/** citty exports its error under no name. */
const isUnparsed = (error: unknown) => error instanceof Error && error.name === 'CLIError'

function hint(rawArgs: string[]) {
  const end = rawArgs.findIndex((arg) => arg.startsWith('-'))
  const words = ['nightdesk', ...rawArgs.slice(0, end === -1 ? undefined : end), '--help']
  return `See: ${words.join(' ')}`
}
