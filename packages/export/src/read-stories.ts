import type { ArticleState, Block, Credit } from '@nightdesk/contracts'
import { type Db, readCredits, readTags } from '@nightdesk/db'

export interface Story {
  id: number
  /** The account that it belongs to. */
  owner: number
  state: ArticleState
  title: string
  excerpt: string
  content: Block[]
  poster: { filename: string; alt: string } | null
  tags: string[]
  credits: Credit[]
  /** The first one first. */
  corrections: { text: string; created_at: string }[]
  /** Instants as ISO strings. */
  date_created: string
  date_updated: string
  date_published: string | null
  scheduled_at: string | null
  /** Whether the newest version is not the one that readers see. */
  has_unpublished_changes: boolean
}

/** All stories outside the trash, by number; one is in memory at a time. A published one has the text that readers see. */
export async function* readStories(db: Db): AsyncGenerator<Story> {
  let after = 0
  for (let row = await readNext(db, after); row; row = await readNext(db, after)) {
    after = row.id
    const { author_id, version_id, newest_id, poster, poster_alt, ...story } = row
    yield {
      ...story,
      owner: author_id,
      poster: poster === null ? null : { filename: poster, alt: poster_alt ?? '' },
      tags: await readTags(db, row.id),
      credits: await readCredits(db, { version_id }, author_id),
      corrections: await db
        .selectFrom('corrections')
        .where('article_id', '=', row.id)
        .select(['text', 'created_at'])
        .orderBy('id')
        .execute(),
      has_unpublished_changes: version_id !== newest_id,
    }
  }
}

/** The number of stories that {@link readStories} reads. */
export async function countStories(db: Db): Promise<number> {
  const { stories } = await db
    .selectFrom('articles')
    .where('date_deleted', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('stories'))
    .executeTakeFirstOrThrow()
  return stories
}

const readNext = (db: Db, after: number) =>
  db
    .selectFrom('articles')
    .innerJoin('article_versions as version', (join) =>
      join.on((eb) =>
        eb('version.id', '=', eb.fn.coalesce('articles.published_version_id', 'articles.current_version_id')),
      ),
    )
    .leftJoin('images', 'images.id', 'version.poster_image_id')
    .where('articles.id', '>', after)
    .where('date_deleted', 'is', null)
    .select([
      'articles.id',
      'articles.author_id',
      'articles.state',
      'version.id as version_id',
      'articles.current_version_id as newest_id',
      'title',
      'excerpt',
      'content',
      'images.filename as poster',
      'poster_alt',
      'date_created',
      'date_updated',
      'date_published',
      'scheduled_at',
    ])
    .orderBy('articles.id')
    .limit(1)
    .executeTakeFirst()
