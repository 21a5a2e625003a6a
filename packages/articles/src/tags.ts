import { invalid, isSameTags, MAX_TAGS, mergeTags, TOO_MANY_TAGS, tagSlug } from '@nightdesk/contracts'
import { readTags, type Tx } from '@nightdesk/db'
import { sql } from 'kysely'

/**
 * Gives an article these tags, in this order.
 * @param base the tags the edit began with: changes by others since are kept
 * @returns whether tags or order changed
 * @throws VALIDATION_FAILED when there are too many, with those of others
 */
export async function changeTags(
  tx: Tx,
  articleId: number,
  wanted: readonly string[],
  base?: readonly string[],
): Promise<boolean> {
  const before = await readTags(tx, articleId)
  const names = base ? mergeTags(base, wanted, before) : wanted
  if (isSameTags(names, before)) return false
  if (names.length > MAX_TAGS) throw invalid('tags', TOO_MANY_TAGS)
  const slugs = names.map(tagSlug)
  // Sorted, so that two writers of the same new tags cannot deadlock.
  await sql`
    insert into tags (name, slug)
    select name, slug from unnest(${names}::text[], ${slugs}::text[]) as written (name, slug) order by slug
    on conflict (slug) do nothing`.execute(tx)
  await tx.deleteFrom('article_tags').where('article_id', '=', articleId).execute()
  await sql`
    insert into article_tags (article_id, tag_id, position)
    select ${articleId}, tags.id, position
    from unnest(${slugs}::text[]) with ordinality as written (slug, position) join tags using (slug)`.execute(
    tx,
  )
  return true
}
