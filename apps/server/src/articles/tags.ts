import type { ArticleState, CountedTag } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
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
