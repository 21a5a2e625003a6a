import type { Block } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'

/** The content of the newest version of an article. */
export async function currentContent(db: DbOrTx, articleId: number): Promise<Block[]> {
  const { content } = await db
    .selectFrom('articles')
    .innerJoin('article_versions as version', 'version.id', 'articles.current_version_id')
    .where('articles.id', '=', articleId)
    .select('version.content')
    .executeTakeFirstOrThrow()
  return content
}

/** The content of a version of this article; undefined when it has no such version. */
export async function versionContent(
  db: DbOrTx,
  articleId: number,
  versionId: number,
): Promise<Block[] | undefined> {
  const version = await db
    .selectFrom('article_versions')
    .where('article_id', '=', articleId)
    .where('id', '=', versionId)
    .select('content')
    .executeTakeFirst()
  return version?.content
}
