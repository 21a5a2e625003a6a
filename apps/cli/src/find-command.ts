import type { CommandDef, Resolvable } from 'citty'

export interface FoundCommand {
  command: CommandDef
  /** As it is called, such as `nightdesk user list`. */
  name: string
  /** What stands behind the name. */
  args: string[]
}

/** Follows the words of a command line as far as they name commands. */
export async function findCommand(command: CommandDef, name: string, args: string[]): Promise<FoundCommand> {
  const [word = '', ...rest] = args
  const subCommands = await resolve(command.subCommands ?? {})
  const next = Object.hasOwn(subCommands, word) ? subCommands[word] : undefined
  return next ? findCommand(await resolve(next), `${name} ${word}`, rest) : { command, name, args }
}

/** citty takes what it needs as a value or as a function that makes it. */
export const resolve = async <T extends object>(value: Resolvable<T>): Promise<T> =>
  typeof value === 'function' ? (value as () => T | Promise<T>)() : value // what is described is itself no function
