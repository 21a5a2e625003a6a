import type { Db } from './client.ts'

/** The names of an article’s tags, in order. */
export async function readTags(db: Db, articleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('article_tags')
    .innerJoin('tags', 'tags.id', 'tag_id')
    .where('article_id', '=', articleId)
    .select('name')
    .orderBy('position')
    .execute()
  return rows.map(({ name }) => name)
}
