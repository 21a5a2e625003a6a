import { type AdminArticle, isSameTags, mergeTags } from '@nightdesk/contracts'
import type { FoundCopy } from '../article-server.ts'
import { type DraftText, EMPTY_TEXT, textOf } from '../draft-text.ts'
import type { DraftSource } from '../machine/save-machine.ts'
import { isSameText } from '../merge/same-text.ts'

/** The state in which the editor starts. */
export interface Opening {
  text: DraftText
  /** The version that the text is based on; version_number is 0 for a new article. */
  base: { version_number: number; text: DraftText }
  /** The working copy on the server when it was read; null for none. */
  copy: FoundCopy | null
  source: DraftSource
}

/** The text of the newest version; empty for a new article. */
export function openSaved(article: AdminArticle | null, copy: FoundCopy | null = null): Opening {
  const text = article ? textOf(article) : EMPTY_TEXT
  return { text, base: { version_number: article?.version_number ?? 0, text }, copy, source: 'saved' }
}

/**
 * The text of the working copy. Newer versions of others are merged in; after a conflict, the copy is opened alone, and
 * the next save shows the conflict.
 * @param readVersion reads a version of the article by its number
 */
export async function openCopy(
  article: AdminArticle | null,
  copy: FoundCopy,
  readVersion: (version_number: number) => Promise<DraftText | undefined>,
): Promise<Opening> {
  const saved = openSaved(article, copy)
  // Tags are not versioned, so others may have changed them without a new version.
  const tags = mergeTags(copy.base_tags, copy.text.tags, saved.text.tags)
  const text = { ...copy.text, tags }
  if (isSameText(text, saved.text)) return saved
  const isCurrent = copy.base_version === saved.base.version_number
  const baseText = isCurrent ? saved.base.text : await readVersion(copy.base_version)
  if (isCurrent || !baseText)
    return { ...saved, text, source: isSameTags(tags, copy.text.tags) ? 'copied' : 'merged' }
  const { chooseText, hasConflict, mergeTexts } = await import('../merge/merge-text.ts')
  const base = { ...baseText, tags: copy.base_tags }
  const merged = mergeTexts(base, copy.text, saved.text)
  if (!hasConflict(merged)) return { ...saved, text: chooseText(merged), source: 'merged' }
  return { text: copy.text, base: { version_number: copy.base_version, text: base }, copy, source: 'copied' }
}
