import { stripVTControlCharacters } from 'node:util'
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { explain } from '../explain.ts'
import { formatHelp } from './format-help.ts'
import { group } from './group.ts'
import { inOurWords } from './sentences.ts'

const FAILURE = 1
const USAGE = 2

/** Imports a command only when it is called: `start` has three seconds, and its programs need most of them. */
type Commands = Record<string, () => Promise<CommandUnknownOpts>>

/** Runs a command line. Exits with 0, with 1 after a failure, with 2 when the command line itself is wrong. */
export async function run(commands: Commands, words: string[]): Promise<void> {
  process.stdout.on('error', onOutputError)
  const [first = '', ...others] = words
  const line = first === 'help' ? [...others, '--help'] : words
  try {
    const program = group('nightdesk', 'Publishing software for a small magazine')
    for (const load of called(commands, line[0])) program.addCommand(await load())
    prepare(program, 'nightdesk')
    await program.parseAsync(line, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE
    else {
      console.error(stripVTControlCharacters(explain(error)))
      process.exitCode = isRefused(error) ? USAGE : FAILURE
    }
  }
}

/** Whoever closes the pipe, such as `head`, has read enough. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  console.error(explain(error))
  process.exit(FAILURE)
}

/** Loads all commands only for the help that lists them. */
function called(commands: Commands, word = '') {
  if (['--help', '-h'].includes(word)) return Object.values(commands)
  const command = Object.hasOwn(commands, word) && commands[word]
  return command ? [command] : []
}

/** Sets every command up by itself: `addCommand` passes on no settings. */
function prepare(command: CommandUnknownOpts, name: string): void {
  command
    .exitOverride()
    .showSuggestionAfterError(false)
    .showHelpAfterError(`See: ${name} --help`)
    .configureOutput({ outputError: (sentence, write) => write(inOurWords(sentence)) })
    .configureHelp({ formatHelp: () => formatHelp(command, name) })
  for (const child of command.commands) prepare(child, `${name} ${child.name()}`)
}

/** Recognises an AppError by its code: importing the contract would make every start slower. */
const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'VALIDATION_FAILED'
