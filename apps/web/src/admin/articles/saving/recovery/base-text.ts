import { type ArticleText, EMPTY_TEXT } from '../article-text.ts'
import type { EditSession } from '../edit-session.ts'

/**
 * The text of a version that somebody's work began from: what both sides of a merge are compared with. Tags stand beside
 * the versions: where it is not known what they were, those of both sides stay, as if there had been none.
 */
export async function readBase(
  { draft, dependencies }: EditSession,
  version_number: number,
  tags: string[] = [],
): Promise<ArticleText> {
  const { article, server } = dependencies
  if (!article) return EMPTY_TEXT
  const isBase = version_number === draft.base.version_number
  const version = isBase ? undefined : await server.readVersion(version_number)
  return { ...(version ?? draft.base.text), tags }
}
