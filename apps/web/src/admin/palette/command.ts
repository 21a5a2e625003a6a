import { paths } from '../../paths.ts'
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

/** Words by which people look for a screen whose name they do not know, by its path. */
const KEYWORDS: Readonly<Record<string, string>> = {
  [paths.admin.imports]:
    'move in migrate wordpress wxr ghost substack medium jekyll hugo astro markdown word docx epub upload',
  [paths.admin.exports]: 'move out download everything take along leave zip markdown epub e-books',
  [paths.admin.settings]: 'system status storage backups restore health jobs workers database disk',
  [paths.admin.pages]: 'about contact guidelines masthead imprint privacy policy terms and conditions',
  [paths.admin.redirects]: 'old addresses links urls 404 not found permalinks',
  [paths.admin.people]: 'bylines credits authors translators artists',
}

export const screenKeywords = (path: string): string => `go to ${KEYWORDS[path] ?? ''}`
