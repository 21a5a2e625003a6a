import type { IconName } from '../../ui/icon.tsx'

/** A palette entry: a screen, an article or an action. */
export interface Command {
  id: string
  label: string
  icon: IconName
  /** Additional words to search for. */
  keywords?: string
  /** The single-key shortcut for the same. */
  keys?: string
  /** A short note at the right. */
  note?: string
  run(): void
}

export interface CommandGroup {
  title: string
  items: Command[]
}

/** Whether every word of the query is a prefix of a word of the text, in any order. */
export function matches(text: string, query: string): boolean {
  const [words, parts] = [split(text), split(query)]
  if (parts.length === 0) return query.trim() === ''
  return parts.every((part) => words.some((word) => word.startsWith(part)))
}

export const findCommands = (commands: Command[], query: string) =>
  commands.filter(({ label, keywords = '' }) => matches(`${label} ${keywords}`, query))

const split = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
