import { type ArticleText, EMPTY_TEXT } from './article-text.ts'
import type { Desk } from './desk.ts'

/**
 * The text of a version that somebody's work began from: what both sides of a merge are compared with. Tags stand beside
 * the versions: where it is not known what they were, those of both sides stay, as if there had been none.
 */
export async function readBase(
  { work, surroundings }: Desk,
  version_number: number,
  tags: string[] = [],
): Promise<ArticleText> {
  const { article, server } = surroundings
  if (!article) return EMPTY_TEXT
  const isBase = version_number === work.base.version_number
  const version = isBase ? undefined : await server.readVersion(version_number)
  return { ...(version ?? work.base.text), tags }
}
