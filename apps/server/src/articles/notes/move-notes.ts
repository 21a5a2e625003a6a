import type { Block } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { anchorText, describeRange, findAnchor, followAnchor } from '@nightdesk/editor/anchors'
import { sql } from 'kysely'
import { currentContent } from './content.ts'

/**
 * Moves the notes of an article with their words, before a new version becomes the current one. A note whose words are
 * no longer there is marked as lost, until they come back.
 */
export async function moveNotes(tx: Tx, articleId: number, content: readonly Block[]): Promise<void> {
  const notes = await tx
    .selectFrom('proof_notes')
    .where('article_id', '=', articleId)
    .where('quote', '<>', '')
    .select(['id', 'quote', 'prefix', 'suffix', 'lost_at'])
    .execute()
  if (notes.length === 0) return
  const [before, after] = [anchorText(await currentContent(tx, articleId)), anchorText(content)]
  if (before === after) return
  for (const { id, lost_at, ...anchor } of notes) {
    const range = lost_at ? undefined : findAnchor(before, anchor)
    // The words of a note on unsaved text may be saved only now.
    const first = lost_at || range ? undefined : findAnchor(after, anchor)
    const placed = first
      ? { anchor: describeRange(after, first), range: first }
      : followAnchor(before, after, { anchor, range })
    await tx
      .updateTable('proof_notes')
      .set({ ...placed.anchor, lost_at: placed.range ? null : (lost_at ?? sql`now()`) })
      .where('id', '=', id)
      .execute()
  }
}
