import { type Block, conflict, type notes as contract, NOTES_PER_LINK, notFound } from '@nightdesk/contracts'
import { countRows, type DbOrTx, type Tx } from '@nightdesk/db'
import {
  type Anchor,
  anchorText,
  compareTexts,
  describeRange,
  findAnchor,
  followAnchor,
} from '@nightdesk/editor/anchors'
import { type RawBuilder, sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Handlers, SignedInContext } from '../context.ts'
import { consume, noteLimits } from '../http/limits.ts'
import { selectLink } from './previews.ts'
import { lockArticle, requireVisible } from './read.ts'

export const notes: Handlers<typeof contract> = {
  async create(ctx, { token, version_id, ...input }) {
    const { name, text, suggestion = null, quote, prefix, suffix } = input
    const { preview_id, article_id } = await requireLink(ctx.db, token)
    await consume(ctx, noteLimits(preview_id, ctx.ip_prefix))
    return change(ctx, async (tx) => {
      // Locked until the note is stored, so that no save moves the other notes without it. The article first, as by all
      // writers: the other order could deadlock with one who ends the link.
      await tx.selectFrom('articles').where('id', '=', article_id).select('id').forShare().execute()
      await requireLink(tx, token, true)
      await requireRoom(tx, preview_id)
      const anchor = await anchorNow(tx, article_id, { quote, prefix, suffix }, version_id)
      return tx
        .insertInto('proof_notes')
        .values({ preview_id, article_id, name, text, suggestion, ...anchor })
        .returning(['id', 'created_at'])
        .executeTakeFirstOrThrow()
    })
  },

  async list(ctx, { id }) {
    await requireVisible(ctx.db, ctx.session.user, id)
    return ctx.db
      .selectFrom('proof_notes as note')
      .leftJoin('users as resolver', 'resolver.id', 'note.resolved_by')
      .where('note.article_id', '=', id)
      .select(['note.id', 'note.name', 'note.text', 'note.quote', 'note.prefix', 'note.suffix'])
      .select(['note.suggestion', 'note.created_at', 'note.lost_at', 'note.resolved_at'])
      .select('resolver.full_name as resolved_by_name')
      .orderBy('note.id')
      .execute()
  },

  resolve: (ctx, note) => mark(ctx, note, true),

  reopen: (ctx, note) => mark(ctx, note, false),
}

function mark(ctx: SignedInContext, { id, note_id }: { id: number; note_id: number }, isResolved: boolean) {
  const { user } = ctx.session
  return change(ctx, async (tx) => {
    await lockArticle(tx, user, id)
    const note = await tx
      .selectFrom('proof_notes')
      .where('article_id', '=', id)
      .where('id', '=', note_id)
      .select('resolved_at')
      .executeTakeFirstOrThrow(() => notFound('Note'))
    if ((note.resolved_at !== null) === isResolved) return
    await tx
      .updateTable('proof_notes')
      .set(
        isResolved
          ? { resolved_at: sql`now()`, resolved_by: user.id }
          : { resolved_at: null, resolved_by: null },
      )
      .where('id', '=', note_id)
      .execute()
    await audit(tx, ctx, isResolved ? 'note.resolve' : 'note.reopen', `article:${id}`, { note_id })
  })
}

/** @throws NOT_FOUND for every link that shows nothing, unknown or ended */
const requireLink = (db: DbOrTx, token: string, isLocked = false) =>
  selectLink(db, token)
    .$if(isLocked, (query) => query.forShare('previews'))
    .executeTakeFirstOrThrow(() => notFound('Preview'))

/** @throws CONFLICT when the link has as many notes as a list can show */
async function requireRoom(tx: Tx, previewId: number): Promise<void> {
  const left = await countRows(tx.selectFrom('proof_notes').where('preview_id', '=', previewId))
  if (left >= NOTES_PER_LINK) throw conflict('This link has no room for more notes. Ask for a new one.')
}

/**
 * The anchor in the newest version, which may be newer than the one that the reader saw. Unsaved text is in no version:
 * its anchor stays as it is.
 */
async function anchorNow(tx: Tx, articleId: number, anchor: Anchor, versionId: number | undefined) {
  if (anchor.quote === '') return anchor
  const now = anchorText((await contentOf(tx, articleId)) ?? [])
  const shown = versionId && (await contentOf(tx, articleId, versionId))
  const seen = shown ? anchorText(shown) : now
  const range = findAnchor(seen, anchor)
  if (!range) return anchor
  const placed = followAnchor(compareTexts(seen, now), { anchor, range })
  return { ...placed.anchor, lost_at: placed.range ? null : sql<string>`now()` }
}

/** The content of a version of an article, by default of the newest; undefined when it has no such version. */
async function contentOf(
  db: DbOrTx,
  articleId: number,
  version: number | RawBuilder<number> = sql.ref<number>('articles.current_version_id'),
): Promise<Block[] | undefined> {
  const row = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.article_id', 'articles.id')
    .where('articles.id', '=', articleId)
    .where('version.id', '=', version)
    .select('version.content')
    .executeTakeFirst()
  return row?.content
}

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
  const [before, after] = [anchorText((await contentOf(tx, articleId)) ?? []), anchorText(content)]
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
