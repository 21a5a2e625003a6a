import { join } from 'node:path'
import { borrowEmbedded } from '../../packages/db/src/embedded/start.ts'
import { type Connection, connect } from '../../packages/db/src/index.ts'
import { ADMIN, startStack } from '../../scripts/stack.ts'
import { fillViews } from '../scale/site-with-views.ts'
import { AUTHORS, storyOf, TAGS } from './stories.ts'

export const STORIES = 10_000
const VIEWS = 1_000_000
/** Stories of one statement. */
const BATCH = 250

/** A site with ten thousand published stories, each with a picture, and a million views. */
export async function largeSite(env: Record<string, string>) {
  const stack = await startStack({ admin: ADMIN, env: { VIEW_LIMIT_PER_MINUTE: '0', ...env } })
  await fill(join(stack.directory, 'postgres'))
  return stack
}

async function fill(directory: string) {
  await using embedded = await borrowEmbedded(directory)
  const { pool, close } = connect(embedded.owner_url, { statementTimeout: 0 })
  await pool.query(PEOPLE, [AUTHORS])
  await pool.query(
    `insert into tags (name, slug) select 'Tag ' || n, 'tag-' || n from generate_series(1, $1) n`,
    [TAGS],
  )
  await pool.query(PICTURES, [STORIES])
  for (let first = 1; first <= STORIES; first += BATCH) await insertStories(pool, first)
  await pool.query(CORRECTIONS)
  await fillViews({ pool }, { views: VIEWS, stories: STORIES })
  // Now, or autovacuum does it later: its time would be counted as that of a request.
  await pool.query('vacuum analyze')
  await close()
}

async function insertStories(pool: Connection['pool'], first: number) {
  const stories = Array.from({ length: BATCH }, (_, index) => storyOf(first + index))
  // One statement, and so one transaction: the triggers that index the text run at its end.
  await pool.query(INSERT_STORIES, [JSON.stringify(stories)])
}

const PEOPLE = `
  insert into users (username, full_name, role)
  select 'writer-' || n || '@example.org', 'Writer ' || n, 'author' from generate_series(1, $1::int) n`

/** Names of files are 26 letters and digits from 2 to 7. The files themselves are missing. */
const PICTURES = `
  with pictures as (
    select number, rpad(translate(number::text, '0189', 'abcd'), 20, 'e') as name
    from generate_series(1, $1::int) number
  ), files as (
    select number, 0 as width, rpad(name, 26, 'e') || '.jpg' as filename from pictures
    union all
    select number, width, rpad(name || translate(width::text, '0189', 'abcd'), 26, 'f') || '.webp'
    from pictures, unnest(array[320, 640, 1280]) width
  ), stored as (
    insert into stored_objects (key, bytes) select filename, 1000 from files
  ), uploads as (
    insert into images (filename, content_type, width, height, bytes, sha256)
    select filename, 'image/jpeg', 1600, 900, 1000, sha256(filename::bytea) from files where width = 0
    returning id, filename
  )
  insert into image_variants (image_id, width, height, format, filename)
  select uploads.id, files.width, files.width * 9 / 16, 'webp', files.filename
  from uploads join files original using (filename) join files on files.number = original.number and files.width > 0`

const CORRECTIONS = `
  insert into corrections (article_id, text)
  select id, 'The lamp was lit in May, not in June.' from articles where id % 5 = 0`

const INSERT_STORIES = `
  with stories as (
    select * from jsonb_to_recordset($1) as story (
      id bigint, author bigint, title text, excerpt text, paragraphs text[], content jsonb, content_hash text, tags bigint[])
  ), versions as (
    insert into article_versions (id, article_id, version_number, state, title, excerpt, poster_image_id, poster_alt, content,
      content_hash, word_count, change_description) overriding system value
    select id, id, 1, 'published', title, excerpt, id, 'A lamp on an island', content, decode(content_hash, 'hex'), 800,
      'Created'
    from stories
  ), tagged as (
    insert into article_tags (article_id, tag_id, position)
    select id, tag_id, position from stories, unnest(tags) with ordinality tag (tag_id, position)
  ), passages as (
    insert into passages (article_id, hash, text, first_version)
    select distinct id, sha256(convert_to(text, 'UTF8')), text, 1 from stories, unnest(paragraphs) text
  )
  insert into articles (id, author_id, state, current_version_id, published_version_id, date_created, date_updated,
    date_published) overriding system value
  select id, author, 'published', id, id, moment, moment, moment
  from stories, lateral (select now() - id * interval '1 hour') age (moment)`
