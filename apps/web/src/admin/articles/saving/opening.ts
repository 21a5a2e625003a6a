import { type AdminArticle, isSameTags, mergeTags, type WorkingCopy } from '@nightdesk/contracts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { articleServer, type DraftState } from './article-server.ts'
import { type DraftText, EMPTY_TEXT, textOf } from './draft-text.ts'
import { awaitPendingSend } from './pending-sends.ts'
import { isSameText } from './same-text.ts'
import type { DraftSource } from './save-machine.ts'

/** The state in which the editor starts. */
export interface Opening extends Pick<DraftState, 'text' | 'base'> {
  /** The working copy on the server when it was read; null for none. */
  copy: WorkingCopy | null
  source: DraftSource
}

/** The text of the newest version; empty for a new article. */
export function openSaved(article: AdminArticle | null, copy: WorkingCopy | null = null): Opening {
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
  copy: WorkingCopy,
  readVersion: (version_number: number) => Promise<DraftText | undefined>,
): Promise<Opening> {
  const saved = openSaved(article, copy)
  const copied = textOf(copy)
  // Tags are not versioned, so others may have changed them without a new version.
  const tags = mergeTags(copy.base_tags, copied.tags, saved.text.tags)
  const text = { ...copied, tags }
  if (isSameText(text, saved.text)) return saved
  const isCurrent = copy.base_version === saved.base.version_number
  const baseText = isCurrent ? saved.base.text : await readVersion(copy.base_version)
  if (isCurrent || !baseText)
    return { ...saved, text, source: isSameTags(tags, copied.tags) ? 'copied' : 'merged' }
  const { chooseText, hasConflict, mergeTexts } = await import('./merge-text.ts')
  const base = { ...baseText, tags: copy.base_tags }
  const merged = mergeTexts(base, copied, saved.text)
  if (!hasConflict(merged)) return { ...saved, text: chooseText(merged), source: 'merged' }
  return { text: copied, base: { version_number: copy.base_version, text: base }, copy, source: 'copied' }
}

/** Milliseconds: an article read this recently is opened without another read. */
const FRESH = 1_000

/** Reads the state to open the editor with: the working copy, or the newest version. Read once per opening. */
export function useOpening({ id }: Pick<AdminArticle, 'id'>) {
  const { articles, client } = api.useUtils()
  return useOnce(['opening', id], async () => {
    const wasLeft = await awaitPendingSend({ id })
    const article = await articles.get.fetch({ id }, { staleTime: wasLeft ? 0 : FRESH })
    const server = articleServer(client, { id })
    const copy = article.unsaved_at === null ? null : await server.readCopy()
    return copy ? openCopy(article, copy, server.readVersion) : openSaved(article)
  })
}

/** Reads the working copy of a new text, or the article that a save has created from it. */
export function useNewOpening(key: string) {
  const { client } = api.useUtils()
  return useOnce(['opening', key], async (): Promise<Opening | AdminArticle> => {
    await awaitPendingSend({ key })
    const server = articleServer(client, { key })
    const copy = await server.readCopy()
    if (copy) return openCopy(null, copy, server.readVersion)
    return (await client.newArticles.article.query({ key })) ?? openSaved(null)
  })
}

const useOnce = <T>(queryKey: unknown[], queryFn: () => Promise<T>) =>
  useQuery({
    queryKey,
    queryFn,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: { title: 'Failed to fetch article', description: 'Please try again later' } },
  })
