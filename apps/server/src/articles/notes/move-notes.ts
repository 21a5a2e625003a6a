import type { Block } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { anchorText, compareTexts, describeRange, findAnchor, followAnchor } from '@nightdesk/editor/anchors'
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
  const change = compareTexts(before, after)
  const moved = notes.map(({ id, lost_at, ...anchor }) => {
    const range = lost_at ? undefined : findAnchor(before, anchor)
    // The words of a note on unsaved text may be saved only now.
    const first = lost_at || range ? undefined : findAnchor(after, anchor)
    const placed = first
      ? { anchor: describeRange(after, first), range: first }
      : followAnchor(change, { anchor, range })
    return { id, ...placed.anchor, is_lost: !placed.range }
  })
  await sql`
    update proof_notes note set quote = moved.quote, prefix = moved.prefix, suffix = moved.suffix,
      lost_at = case when is_lost then coalesce(lost_at, now()) end
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as moved (id bigint, quote text, prefix text, suffix text, is_lost boolean)
    where note.id = moved.id`.execute(tx)
}
