import { styleText } from 'node:util'
import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { SUBCOMMAND } from './group.ts'

/** Lays out the help of a command. `name` is the whole name, such as `nightdesk user list`. */
export const formatHelp = (command: CommandUnknownOpts, name: string): string =>
  [
    styleText('gray', `${command.description()} (${name})`),
    `${heading('USAGE')} ${styleText('cyan', `${name} ${usage(command)}`.trimEnd())}`,
    ...(command.commands.length > 0 ? groupHelp(command, name) : []),
    ...(isGroup(command) ? [] : commandHelp(command)),
  ].join('\n\n')

/** Such as `nightdesk user`, which does nothing by itself; `nightdesk backup` does. */
const isGroup = ({ registeredArguments }: CommandUnknownOpts) =>
  registeredArguments.some((argument) => argument.name() === SUBCOMMAND)

const usage = (command: CommandUnknownOpts) => {
  const { commands, registeredArguments, options } = command
  const children = commands.map((child) => child.name()).join('|')
  return isGroup(command)
    ? children
    : [
        ...(children ? [`[${children}]`] : []),
        ...(options.length + registeredArguments.length > 0 ? ['[OPTIONS]'] : []),
        ...registeredArguments.map(argumentTerm),
        ...options.filter(isRequired).map(optionTerm),
      ].join(' ')
}

const groupHelp = ({ commands }: CommandUnknownOpts, name: string) => [
  heading('COMMANDS'),
  table(commands.map((child) => [child.name(), child.description()])),
  `Use ${styleText('cyan', `${name} <command> --help`)} for more information about a command.\n`,
]

const commandHelp = ({ registeredArguments, options }: CommandUnknownOpts) => [
  ...(registeredArguments.length > 0
    ? [heading('ARGUMENTS'), table(registeredArguments.map(argumentRow))]
    : []),
  ...(options.length > 0 ? [heading('OPTIONS'), table(options.map(optionRow))] : []),
  '',
]

type Row = [term: string, description: string]

function table(rows: Row[]): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows
    .map(([term, description]) => `  ${styleText('cyan', term.padStart(width))}    ${description}`)
    .join('\n')
}

const REQUIRED = styleText('gray', '(Required)')

/** Writes `FILE` as `<FILE>`, or as `[FILE]` when it may be left out. */
const argumentTerm = (argument: Argument) => {
  const name = argument.name().toUpperCase()
  return argument.required ? `<${name}>` : `[${name}]`
}

const argumentRow = (argument: Argument): Row => [
  argument.name().toUpperCase() + (argument.argChoices ? `=<${argument.argChoices.join('|')}>` : ''),
  argument.required ? `${argument.description} ${REQUIRED}` : argument.description,
]

const optionRow = (option: Option): Row => [
  optionTerm(option),
  isRequired(option) ? `${option.description} ${REQUIRED}` : option.description,
]

/** Writes `--role <role>` with its choices: `--role=<admin|editor|author>`. */
const optionTerm = ({ flags, argChoices }: Option) =>
  argChoices ? flags.replace(/ <.*/, `=<${argChoices.join('|')}>`) : flags.replace(' ', '=')

/** An option with choices and no default is required too: the contract refuses a missing one with its own sentence. */
const isRequired = ({ mandatory, argChoices, defaultValue }: Option) =>
  mandatory || (argChoices !== undefined && defaultValue === undefined)

const heading = (text: string) => styleText(['bold', 'underline'], text)
