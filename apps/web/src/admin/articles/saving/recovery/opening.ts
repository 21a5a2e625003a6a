import { type AdminArticle, isSameTags, mergeTags } from '@nightdesk/contracts'
import type { FoundCopy } from '../article-server.ts'
import { type ArticleText, EMPTY_TEXT, textOf } from '../article-text.ts'
import type { Opened } from '../machine/save-machine.ts'
import { isSameText } from '../merge/same-text.ts'

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
  // Tags have no versions: others may have changed them while the text stayed as it was.
  const tags = mergeTags(copy.base_tags, copy.text.tags, saved.text.tags)
  const text = { ...copy.text, tags }
  if (isSameText(text, saved.text)) return saved
  const isCurrent = copy.base_version === saved.base.version_number
  const begun = isCurrent ? saved.base.text : await readVersion(copy.base_version)
  if (isCurrent || !begun)
    return { ...saved, text, opened: isSameTags(tags, copy.text.tags) ? 'copied' : 'merged' }
  const { chooseText, hasConflict, mergeTexts } = await import('../merge/merge-text.ts')
  const base = { ...begun, tags: copy.base_tags }
  const merged = mergeTexts(base, copy.text, saved.text)
  if (!hasConflict(merged)) return { ...saved, text: chooseText(merged), opened: 'merged' }
  return { text: copy.text, base: { version_number: copy.base_version, text: base }, copy, opened: 'copied' }
}
