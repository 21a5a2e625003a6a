import { asOwner, rowsRead } from '@nightdesk/db/testing'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as, createPublished, createUser, db, dependencies, owner_url, testApp } from '../testing.ts'
import { expectValid } from './testing.ts'

const app = await testApp()
const { url, name } = await dependencies.readSite()
const editor = await createUser({ full_name: 'A & B </name>' })
const { articles } = as(editor)

async function publish(title: string, ...tags: string[]) {
  const { id } = await articles.create({ title, content: [], tags })
  return articles.publish({ id })
}

const get = (path: string) => app.inject(path)
const rules = (format: string) => new URL(`fixtures/${format}.rng`, import.meta.url)

const tagged = await publish('The Lamp', 'Moons & Lamps')
const other = await publish('The Ferry')
await createPublished()
const OF_TAG = '/tag/moons-lamps'
const OF_AUTHOR = `/author/${editor.id}`

test.each([
  ['a tag', OF_TAG, 'Moons & Lamps', () => [tagged.id]],
  ['an author', OF_AUTHOR, 'A & B </name>', () => [other.id, tagged.id]],
])('the feeds of %s hold its stories in three formats', async (_whose, page, subject, ids) => {
  const atom = parseAtomFeed((await get(`${page}/atom.xml`)).body)
  const rss = parseRssFeed((await get(`${page}/rss.xml`)).body)
  const json = parseJsonFeed((await get(`${page}/feed.json`)).body)

  const addresses = ids().map((id) => `${url}/post/${id}`)
  expect(json.items?.map((item) => item.url)).toEqual(addresses)
  expect(rss.items?.map(({ link }) => link)).toEqual(addresses)
  expect(atom.entries).toHaveLength(addresses.length)
  expect([json.title, rss.title, atom.title?.value]).toEqual(Array(3).fill(`${subject} · ${name}`))
  expect([json.home_page_url, rss.link, atom.id]).toEqual(Array(3).fill(`${url}${page}`))
  expect(json.feed_url).toBe(`${url}${page}/feed.json`)
})

test.each([OF_TAG, OF_AUTHOR])(
  'the feeds at %s are valid, and 304 for a client that has them',
  async (page) => {
    await expectValid(rules('atom'), (await get(`${page}/atom.xml`)).body)
    const first = await get(`${page}/rss.xml`)
    await expectValid(rules('rss'), first.body)

    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await app.inject({ url: `${page}/rss.xml`, headers })

    expect([again.statusCode, again.body]).toEqual([304, ''])
  },
)

test('a feed follows its tag at once', async () => {
  const { id } = await publish('New', 'Ferries')
  expect((await get('/tag/ferries/rss.xml')).body).toContain('New')

  await articles.update({ id, tags: [] })

  expect((await get('/tag/ferries/rss.xml')).statusCode).toBe(404)
})

test('a feed of a person reads the bylines of its stories, not the long ones of others', async () => {
  const feed = `${OF_AUTHOR}/rss.xml`
  const other = await createUser()
  await publishMany(other.id, 100)
  await sql`
    with person as (insert into people (name) select 'Translator' from generate_series(1, 20) returning id)
    insert into credits (version_id, person_id, role, position)
    select published_version_id, person.id, 'translator', row_number() over (partition by articles.id)
    from articles, person where author_id = ${other.id}`.execute(db)
  // Plans differ by what is known of the tables.
  await asOwner(owner_url, sql`analyze`)

  const read = await db.transaction().execute(async (tx) => {
    const app = await testApp({ db: tx })
    dependencies.pages.drop('everything')
    return rowsRead(tx, async () => expect((await app.inject(feed)).statusCode).toBe(200))
  })

  expect(read.credits).toBeLessThan(100)
})

const publishMany = (author_id: number, count: number) =>
  db.transaction().execute(async (tx) => {
    await sql`
      with story as (
        insert into articles (author_id) select ${author_id} from generate_series(1, ${count}::int) returning id
      )
      insert into article_versions
        (article_id, version_number, state, title, excerpt, content, content_hash, word_count, change_description)
      select id, 1, 'published', 'Story', '', '[]', sha256(''), 900, '' from story`.execute(tx)
    await sql`
      update articles set state = 'published', date_published = now(), current_version_id = version.id,
        published_version_id = version.id
      from article_versions version
      where article_id = articles.id and author_id = ${author_id} and current_version_id is null`.execute(tx)
  })

test('the page of a tag and of an author names its feeds', async () => {
  for (const page of [OF_TAG, OF_AUTHOR]) {
    const { body } = await get(page)
    for (const file of ['rss.xml', 'atom.xml', 'feed.json'])
      expect(body).toMatch(new RegExp(`<link rel="alternate"[^>]* href="${page}/${file}"`))
  }
})

test.each(['/tag/unknown', '/tag/%00', '/author/999999999', '/author/0'])('%s has no feed', async (page) => {
  expect((await get(`${page}/rss.xml`)).statusCode).toBe(404)
})
