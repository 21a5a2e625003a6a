import { paths } from '../../paths.ts'

/** Words by which people look for a screen whose name they do not know, by its path. They are loaded with the palette only. */
const KEYWORDS: Readonly<Record<string, string>> = {
  [paths.admin.imports]:
    'move in migrate wordpress wxr ghost substack medium jekyll hugo astro markdown word docx epub upload',
  [paths.admin.exports]: 'move out download everything take along leave zip markdown epub e-books',
  [paths.admin.settings]: 'system status storage backups restore health jobs workers database disk',
  [paths.admin.redirects]: 'old addresses links urls 404 not found permalinks',
  [paths.admin.people]: 'bylines credits authors translators artists',
}

/** Additional words to search a screen for. */
export const screenKeywords = (path: string): string => `go to ${KEYWORDS[path] ?? ''}`
