import type { Db } from '@nightdesk/db'

/** Rows that are in memory at a time. */
const BATCH = 1000

export async function* readPeople(db: Db) {
  yield* inBatches((after) =>
    db
      .selectFrom('people')
      .leftJoin('images', 'images.id', 'picture_image_id')
      .where('people.id', '>', after)
      .select(['people.id', 'name', 'sort_name', 'bio', 'links', 'images.filename as picture'])
      .orderBy('people.id')
      .limit(BATCH)
      .execute(),
  )
}

export async function* readTags(db: Db) {
  yield* inBatches((after) =>
    db
      .selectFrom('tags')
      .where('id', '>', after)
      .select(['id', 'name', 'slug'])
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )
}

/** A redirect leads to a story, by its number, or to a path of the site. */
export async function* readRedirects(db: Db) {
  yield* inBatches((after) =>
    db
      .selectFrom('redirects')
      .where('id', '>', after)
      .select(['id', 'path', 'article_id as story', 'target'])
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )
}

async function* inBatches<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after = 0
  for (let rows = await read(after); rows.length > 0; rows = await read(after)) {
    yield* rows
    after = rows.at(-1)?.id ?? after
  }
}
