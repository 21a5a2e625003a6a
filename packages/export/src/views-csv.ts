import { csvRow } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'

/** Views of each story and day, by day, as CSV. A thousand days of stories are in memory at a time. */
export async function* viewsCsv(db: Db): AsyncGenerator<string> {
  yield csvRow(['day', 'story', 'title', 'views', 'views_by_staff'])
  for await (const { day, article_id, title, views, staff_views } of readViews(db))
    yield csvRow([day, article_id, title ?? '', views, staff_views])
}

/** Rows that are in memory at a time. */
const BATCH = 1000

async function* readViews(db: Db) {
  let last = { day: '0001-01-01', article_id: 0 }
  for (;;) {
    const rows = await readBatch(db, last)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end
  }
}

const readBatch = (db: Db, last: { day: string; article_id: number }) =>
  db
    .selectFrom('view_days')
    .leftJoin('articles', 'articles.id', 'view_days.article_id')
    .leftJoin('article_versions as version', 'version.id', 'articles.current_version_id')
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('view_days.day', 'view_days.article_id'), '>', tuple(last.day, last.article_id)),
    )
    .select(['view_days.day', 'view_days.article_id', 'title', 'views', 'staff_views'])
    .orderBy('view_days.day')
    .orderBy('view_days.article_id')
    .limit(BATCH)
    .execute()
