import { styleText } from 'node:util'
import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings'

/** Lays out the help of a command. `name` is the whole name, such as `nightdesk user list`. */
export const formatHelp = (command: CommandUnknownOpts, name: string): string =>
  [
    styleText('gray', `${command.description()} (${name})`),
    `${heading('USAGE')} ${styleText('cyan', `${name} ${usage(command)}`.trimEnd())}`,
    ...(command.commands.length > 0 ? groupHelp(command, name) : commandHelp(command)),
  ].join('\n\n')

const usage = ({ commands, registeredArguments, options }: CommandUnknownOpts) =>
  commands.length > 0
    ? commands.map((child) => child.name()).join('|')
    : [
        ...(options.length + registeredArguments.length > 0 ? ['[OPTIONS]'] : []),
        ...registeredArguments.map((argument) => `<${argument.name().toUpperCase()}>`),
        ...options.filter(isRequired).map(optionTerm),
      ].join(' ')

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

const argumentRow = (argument: Argument): Row => [
  `${argument.name().toUpperCase()}=<${argument.argChoices?.join('|')}>`,
  `${argument.description} ${REQUIRED}`,
]

const optionRow = (option: Option): Row => [
  optionTerm(option),
  isRequired(option) ? `${option.description} ${REQUIRED}` : option.description,
]

/** Writes `--role <role>` with its choices: `--role=<admin|editor|author>`. */
const optionTerm = ({ flags, argChoices }: Option) =>
  argChoices ? flags.replace(/ <.*/, `=<${argChoices.join('|')}>`) : flags.replace(' ', '=')

/** An option with choices is required too: the contract refuses a missing one with its own sentence. */
const isRequired = ({ mandatory, argChoices }: Option) => mandatory || argChoices !== undefined

const heading = (text: string) => styleText(['bold', 'underline'], text)
