import { Command } from '@commander-js/extra-typings'

/** The argument of a group: the name of the command inside. */
export const SUBCOMMAND = 'command'

/** A command that only contains other commands. Its `--help` refuses an unknown command, unlike Commander’s help option. */
export const group = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .enablePositionalOptions()
    .allowExcessArguments()
    .helpCommand(false)
    .helpOption(false)
    .option('-h, --help')
    .argument(`[${SUBCOMMAND}]`)
    .hook('preSubcommand', (command) => {
      if (command.getOptionValue('help')) command.help()
    })
    .action((word, { help }, command) => {
      if (word) command.error(`Unknown command ${word}`)
      if (help) command.help()
      command.error('No command specified.')
    })
