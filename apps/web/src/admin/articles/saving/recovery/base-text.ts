import { type DraftText, EMPTY_TEXT } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'

/**
 * The text of the version that an edit is based on, as the base of a merge. Versions have no tags: where the base tags
 * are unknown, none are assumed, so that the tags of both sides remain.
 */
export async function readBase(
  { draft, dependencies }: EditSession,
  version_number: number,
  tags: string[] = [],
): Promise<DraftText> {
  const { article, server } = dependencies
  if (!article) return EMPTY_TEXT
  const isBase = version_number === draft.base.version_number
  const version = isBase ? undefined : await server.readVersion(version_number)
  return { ...(version ?? draft.base.text), tags }
}
