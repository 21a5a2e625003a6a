import { type Db, readCredits } from '@nightdesk/db'

/** All versions of a story, the first one first; one is in memory at a time. */
export async function* readVersions(db: Db, story: { id: number; owner: number }) {
  let after = 0
  for (let row = await readNext(db, story.id, after); row; row = await readNext(db, story.id, after)) {
    after = row.number
    const { version_id, poster, poster_alt, ...version } = row
    const credits = await readCredits(db, { version_id }, story.owner)
    yield {
      ...version,
      poster: poster === null ? null : { filename: poster, alt: poster_alt ?? '' },
      credits: credits.map(({ person_id, name, role }) => ({ person: person_id, name, role })),
    }
  }
}

const readNext = (db: Db, story: number, after: number) =>
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
    .executeTakeFirst()
