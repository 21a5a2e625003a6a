import { stripVTControlCharacters } from 'node:util'
import { type CommandDef, renderUsage, runCommand } from 'citty'
import { explain } from './explain.ts'
import { type FoundCommand, findCommand, resolve } from './find-command.ts'
import { requireKnown } from './require-known.ts'
import { isUsageError, usageError } from './usage-error.ts'

const FAILURE = 1
const USAGE = 2
const HELP = ['--help', '-h']

/** Runs a command line. Ends with 0, with 1 after a failure, with 2 when the command line itself is wrong. */
export async function run(root: CommandDef, words: string[]): Promise<void> {
  const [first, ...others] = words
  const found = await findCommand(root, 'nightdesk', first === 'help' ? [...others, '--help'] : words)
  try {
    await execute(found)
  } catch (error) {
    console.error(stripVTControlCharacters(explain(error)))
    process.exitCode = isUsageError(error) || isRefused(error) ? USAGE : FAILURE
    if (isUsageError(error)) console.error(`See: ${found.name} --help`)
  }
}

async function execute(found: FoundCommand): Promise<void> {
  const { command, args } = found
  const [first = ''] = args
  if (HELP.includes(first)) return console.log(await usageOf(found))
  if (command.subCommands) throw usageError(first ? `Unknown command ${first}` : 'No command specified.')
  if (args.some((arg) => HELP.includes(arg))) return console.log(await usageOf(found))
  requireKnown(await resolve(command.args ?? {}), args)
  await runCommand(command, { rawArgs: args })
}

/** With the whole name, which citty does not know of a command in a group; colours are for terminals. */
async function usageOf({ command, name }: FoundCommand): Promise<string> {
  const usage = await renderUsage({ ...command, meta: { ...(await resolve(command.meta ?? {})), name } })
  return process.stdout.isTTY ? usage : stripVTControlCharacters(usage)
}

/** By its code: the contract itself would make every start slower. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'VALIDATION_FAILED'
