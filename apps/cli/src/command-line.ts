import { stripVTControlCharacters } from 'node:util'
import {
  Command,
  CommanderError,
  type CommandUnknownOpts,
  Help,
  type Option,
} from '@commander-js/extra-typings'
import { explain } from '@nightdesk/config/programs'

export const FAILURE = 1
export const USAGE = 2

/** Imports a command only when it is called: `start` has three seconds, and its programs need most of them. */
type Commands = Record<string, () => Promise<CommandUnknownOpts>>

/** Runs a command line. Exits with 0, with 1 after a failure, with 2 when the command line itself, or a file that it names, is wrong. */
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
    .configureHelp({ optionDescription })
  for (const child of command.commands) prepare(child, `${name} ${child.name()}`)
}

/** Recognises errors by name and code: importing their packages would make every start slower. */
const isRefused = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'SourceError' || ('code' in error && error.code === 'VALIDATION_FAILED'))

/** A command that only contains other commands. Its `--help` refuses an unknown command, unlike Commander’s help option. */
export const group = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .enablePositionalOptions()
    .allowExcessArguments()
    .helpCommand(false)
    .helpOption(false)
    .option('-h, --help', 'display help for command')
    .argument('[command]')
    .usage('<command>')
    .hook('preSubcommand', (command) => {
      if (command.getOptionValue('help')) command.help()
    })
    .action((word, { help }, command) => {
      if (word) command.error(`Unknown command ${word}`)
      if (help) command.help()
      command.error('No command specified.')
    })

const help = new Help()

/** An option with choices and no default is required too: the contract refuses a missing one with its own sentence. */
function optionDescription(option: Option): string {
  const { mandatory, argChoices, defaultValue } = option
  const isRequired = mandatory || (argChoices !== undefined && defaultValue === undefined)
  return help.optionDescription(option) + (isRequired ? ' (required)' : '')
}

/** Commander begins its refusals with `error:`. What follows an unknown option may be a password. */
const inOurWords = (sentence: string): string =>
  sentence
    .replace(/^error: (.)/, (_, first: string) => first.toUpperCase())
    .replace(/^(Unknown option '[^'=]*)=[^']*/, '$1')
