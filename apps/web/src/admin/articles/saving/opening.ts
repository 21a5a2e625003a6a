import type { AdminArticle } from '@nightdesk/contracts'
import type { FoundCopy } from './article-server.ts'
import { type ArticleText, EMPTY_TEXT, textOf } from './article-text.ts'
import { isSameText } from './same-text.ts'
import type { Opened } from './save-machine.ts'

/** What a text is opened with. */
export interface Opening {
  text: ArticleText
  /** The version it began from; number 0 for a new article. */
  base: { version_number: number; text: ArticleText }
  /** The working copy on the server, as it was found; null for none. */
  copy: FoundCopy | null
  opened: Opened
}

/** The text of the newest version; of a new article, none. */
export function openSaved(article: AdminArticle | null, copy: FoundCopy | null = null): Opening {
  const text = article ? textOf(article) : EMPTY_TEXT
  return { text, base: { version_number: article?.version_number ?? 0, text }, copy, opened: 'saved' }
}

/**
 * What was written last. What others have saved since it was begun is merged in, unless they wrote in the same place: then
 * the next save asks.
 * @param readVersion of the article, by its number
 */
export async function openCopy(
  article: AdminArticle | null,
  copy: FoundCopy,
  readVersion: (version_number: number) => Promise<ArticleText | undefined>,
): Promise<Opening> {
  const saved = openSaved(article, copy)
  if (isSameText(copy.text, saved.text)) return saved
  const isCurrent = copy.base_version === saved.base.version_number
  const begun = isCurrent ? saved.base.text : await readVersion(copy.base_version)
  if (isCurrent || !begun) return { ...saved, text: copy.text, opened: 'copied' }
  const { chooseText, hasConflict, mergeTexts } = await import('./merge-text.ts')
  // Tags have no versions: what they were is not known, and those of both sides stay.
  const base = { ...begun, tags: [] }
  const merged = mergeTexts(base, copy.text, saved.text)
  if (!hasConflict(merged)) return { ...saved, text: chooseText(merged), opened: 'merged' }
  return { text: copy.text, base: { version_number: copy.base_version, text: begun }, copy, opened: 'copied' }
}
