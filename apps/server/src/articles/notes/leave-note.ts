import { conflict, NOTES_PER_LINK, type notes, notFound } from '@nightdesk/contracts'
import type { DbOrTx, Tx } from '@nightdesk/db'
import { type Anchor, anchorText, compareTexts, findAnchor, followAnchor } from '@nightdesk/editor/anchors'
import { sql } from 'kysely'
import type { Handler } from '../../calls/handlers.ts'
import { consume, noteLimit } from '../../http/limits.ts'
import { commitAnswer } from '../../transactions/commit-answer.ts'
import { IS_LIVE, previewHash } from '../previews/previews.ts'
import { currentContent, versionContent } from './content.ts'

/** Stores the note of a reader, who is known only by the link. */
export const leaveNote: Handler<typeof notes.create> = async (ctx, { token, version_id, ...input }) => {
  const { name, text, suggestion = null, quote, prefix, suffix } = input
  const { preview_id, article_id } = await requireLink(ctx.db, token)
  await consume(ctx, [noteLimit(preview_id)])
  return commitAnswer(ctx, async (tx) => {
    // Locked until the note is stored, so that no save moves the other notes without it. The article first, as by all
    // writers: the other order could deadlock with one who ends the link.
    await tx.selectFrom('articles').where('id', '=', article_id).select('id').forShare().execute()
    await requireLink(tx, token, (query) => query.forShare('previews'))
    await requireRoom(tx, preview_id)
    const anchor = await anchorNow(tx, article_id, { quote, prefix, suffix }, version_id)
    return tx
      .insertInto('proof_notes')
      .values({ preview_id, article_id, name, text, suggestion, ...anchor })
      .returning(['id', 'created_at'])
      .executeTakeFirstOrThrow()
  })
}

type LinkQuery = ReturnType<typeof selectLink>

/** @throws NOT_FOUND for every link that shows nothing, unknown or ended */
async function requireLink(
  db: DbOrTx,
  token: string,
  lock: (query: LinkQuery) => LinkQuery = (query) => query,
) {
  const link = await lock(selectLink(db, token)).executeTakeFirst()
  if (!link) throw notFound('Preview')
  return link
}

const selectLink = (db: DbOrTx, token: string) =>
  db
    .selectFrom('previews')
    .innerJoin('articles', 'articles.id', 'previews.article_id')
    .innerJoin('users as maker', 'maker.id', 'previews.created_by')
    .where('previews.token_hash', '=', previewHash(token))
    .where(IS_LIVE)
    .select(['previews.id as preview_id', 'articles.id as article_id'])

/** @throws CONFLICT when the link has as many notes as a list can show */
async function requireRoom(tx: Tx, previewId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('proof_notes')
    .where('preview_id', '=', previewId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= NOTES_PER_LINK) throw conflict('This link has no room for more notes. Ask for a new one.')
}

/**
 * The anchor in the newest version, which may be newer than the one that the reader saw. Unsaved text is in no version:
 * its anchor stays as it is.
 */
async function anchorNow(tx: Tx, articleId: number, anchor: Anchor, versionId: number | undefined) {
  if (anchor.quote === '') return anchor
  const now = anchorText(await currentContent(tx, articleId))
  const shown = versionId && (await versionContent(tx, articleId, versionId))
  const seen = shown ? anchorText(shown) : now
  const range = findAnchor(seen, anchor)
  if (!range) return anchor
  const placed = followAnchor(compareTexts(seen, now), { anchor, range })
  return { ...placed.anchor, lost_at: placed.range ? null : sql<string>`now()` }
}
