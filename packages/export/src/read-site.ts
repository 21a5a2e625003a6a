import { readCredits, readTags as readTagsOf } from '@nightdesk/articles'
import { csvRow } from '@nightdesk/contracts'
import { countRows, type Db } from '@nightdesk/db'

/** Rows of a list that are in memory at a time. */
const BATCH = 1000

/** Rows in their order. @param read gets the next ones after a row */
async function* inBatches<Place, Row extends Place>(
  first: Place,
  read: (after: Place) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let rows = await read(first)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield* rows
    rows = await read(last)
  }
}

/** A story or a page. */
export type Story = ReturnType<typeof readStories> extends AsyncGenerator<infer Row> ? Row : never

/** All stories and pages outside the trash, by number; one is in memory at a time. A published one has the text that readers see. */
export async function* readStories(db: Db) {
  for await (const row of inBatches({ id: 0 }, ({ id }) => nextStory(db, id))) {
    const { author_id, version_id, newest_id, poster, poster_alt, ...story } = row
    yield {
      ...story,
      /** The account that it belongs to. */
      owner: author_id,
      poster: poster === null ? null : { filename: poster, alt: poster_alt ?? '' },
      tags: await readTagsOf(db, row.id),
      credits: await readCredits(db, { version_id }, author_id),
      corrections: await db
        .selectFrom('corrections')
        .where('article_id', '=', row.id)
        .select(['text', 'created_at'])
        .orderBy('id')
        .execute(),
      /** Whether the newest version is not the one that readers see. */
      has_unpublished_changes: version_id !== newest_id,
    }
  }
}

const nextStory = (db: Db, after: number) =>
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
      'articles.kind',
      'articles.path',
      'articles.shows_byline',
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
    .execute()

/** How many {@link readStories} reads. */
export const countStories = (db: Db): Promise<number> =>
  countRows(db.selectFrom('articles').where('date_deleted', 'is', null))

/** All versions of a story, the first one first; one is in memory at a time. */
export async function* readVersions(db: Db, story: { id: number; owner: number }) {
  const rows = inBatches({ number: 0 }, ({ number }) => nextVersion(db, story.id, number))
  for await (const { version_id, poster, poster_alt, ...version } of rows) {
    const credits = await readCredits(db, { version_id }, story.owner)
    yield {
      ...version,
      poster: poster === null ? null : { filename: poster, alt: poster_alt ?? '' },
      credits: credits.map(({ person_id, name, role }) => ({ person: person_id, name, role })),
    }
  }
}

const nextVersion = (db: Db, story: number, after: number) =>
  db
    .selectFrom('article_versions as version')
    .leftJoin('images', 'images.id', 'version.poster_image_id')
    .leftJoin('version_labels', 'version_labels.version_id', 'version.id')
    .leftJoin('users', 'users.id', 'version.created_by')
    .where('article_id', '=', story)
    .where('version_number', '>', after)
    .select([
      'version.id as version_id',
      'version.version_number as number',
      'version.created_at as created',
      'users.full_name as by',
      'change_description as change',
      'label',
      'version.state',
      'title',
      'excerpt',
      'images.filename as poster',
      'poster_alt',
      'content',
    ])
    .orderBy('version_number')
    .limit(1)
    .execute()

export const readPeople = (db: Db) =>
  inBatches({ id: 0 }, ({ id }) =>
    db
      .selectFrom('people')
      .leftJoin('images', 'images.id', 'picture_image_id')
      .where('people.id', '>', id)
      .select(['people.id', 'name', 'sort_name', 'bio', 'links', 'images.filename as picture'])
      .orderBy('people.id')
      .limit(BATCH)
      .execute(),
  )

export const readTags = (db: Db) =>
  inBatches({ id: 0 }, ({ id }) =>
    db
      .selectFrom('tags')
      .where('id', '>', id)
      .select(['id', 'name', 'slug'])
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )

/** A redirect leads to a story, by its number, or to a path of the site. */
export const readRedirects = (db: Db) =>
  inBatches({ id: 0 }, ({ id }) =>
    db
      .selectFrom('redirects')
      .where('id', '>', id)
      .select(['id', 'path', 'article_id as story', 'target'])
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )

/** Views of each story and day, by day, as CSV. A thousand days of stories are in memory at a time. */
export async function* viewsCsv(db: Db): AsyncGenerator<string> {
  yield csvRow(['day', 'story', 'title', 'views', 'views_by_staff'])
  const rows = inBatches({ day: '0001-01-01', article_id: 0 }, (last) => viewsAfter(db, last))
  for await (const { day, article_id, title, views, staff_views } of rows)
    yield csvRow([day, article_id, title ?? '', views, staff_views])
}

const viewsAfter = (db: Db, last: { day: string; article_id: number }) =>
  db
    .selectFrom('view_days')
    .leftJoin('articles', 'articles.id', 'view_days.article_id')
    .leftJoin('article_versions as version', (join) =>
      join.on((eb) =>
        eb('version.id', '=', eb.fn.coalesce('articles.published_version_id', 'articles.current_version_id')),
      ),
    )
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('view_days.day', 'view_days.article_id'), '>', tuple(last.day, last.article_id)),
    )
    .select(['view_days.day', 'view_days.article_id', 'title', 'views', 'staff_views'])
    .orderBy('view_days.day')
    .orderBy('view_days.article_id')
    .limit(BATCH)
    .execute()
