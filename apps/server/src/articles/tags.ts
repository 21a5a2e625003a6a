import {
  type ArticleState,
  type CountedTag,
  invalid,
  isSameTags,
  MAX_TAGS,
  mergeTags,
  TOO_MANY_TAGS,
  tagSlug,
} from '@nightdesk/contracts'
import type { DbOrTx, Tx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'

/** Whether an article has the tag with this slug. */
export const hasTag = (slug: string): Expression<SqlBool> => sql<SqlBool>`articles.id in (
  select article_id from article_tags where tag_id = (select id from tags where slug = ${slug})
)`

/** The tags of articles in these states, the most used first. */
export const countTags = (db: DbOrTx, states: readonly ArticleState[]): Promise<CountedTag[]> =>
  selectTags(db, sql.lit(true)).where('articles.state', 'in', states).execute()

/** The same for one author’s articles, followed by tags of public articles of others, counted 0. */
export function countOwnTags(
  db: DbOrTx,
  authorId: number,
  states: readonly ArticleState[],
): Promise<CountedTag[]> {
  const isOwn = sql<SqlBool>`(articles.author_id = ${authorId} and articles.state = any(${states}))`
  return selectTags(db, isOwn).where(sql<SqlBool>`(${isOwn} or articles.state = 'published')`).execute()
}

const selectTags = (db: DbOrTx, isCounted: Expression<SqlBool>) =>
  db
    .selectFrom('tags')
    .innerJoin('article_tags', 'tag_id', 'tags.id')
    .innerJoin('articles', 'articles.id', 'article_id')
    .groupBy('tags.id')
    .select(['name', 'slug'])
    .select(({ fn }) => fn.countAll<number>().filterWhere(isCounted).as('article_count'))
    .orderBy('article_count', 'desc')
    .orderBy('slug')

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

/** Names, in order. */
export async function readTags(tx: Tx, articleId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .where('article_id', '=', articleId)
    .select('name')
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}
