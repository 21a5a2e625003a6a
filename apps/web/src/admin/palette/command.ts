import type { IconName } from '../../ui/icon.tsx'

/** Something the palette goes to or does. */
export interface Command {
  id: string
  label: string
  icon: IconName
  /** Other words it is found by. */
  keywords?: string
  /** The single keys that do the same. */
  keys?: string
  /** A word about it, at the right. */
  note?: string
  run(): void
}

export interface CommandGroup {
  title: string
  items: Command[]
}

/** Every word of the query begins a word of the text, in any order. */
export function matches(text: string, query: string): boolean {
  const words = split(text)
  return split(query).every((part) => words.some((word) => word.startsWith(part)))
}

export const findCommands = (commands: Command[], query: string) =>
  commands.filter(({ label, keywords = '' }) => matches(`${label} ${keywords}`, query))

const split = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
