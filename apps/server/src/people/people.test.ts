import { rowsRead } from '@nightdesk/db/testing'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, createImage, createPublished, createUser, db, testApp } from '../testing.ts'

const editor = await createUser({ full_name: 'Edith Wharf' })
const { people, articles } = as(editor)
const readers = as(null).published
const app = await testApp()
const page = async (url: string) => (await app.inject(url)).body

let person: Awaited<ReturnType<typeof people.create>>
let story: number

beforeEach(async () => {
  person = await people.create({ name: `Grace ${crypto.randomUUID()}` })
  story = (await createPublished(editor)).id
  await articles.update({ id: story, credits: [{ person_id: person.id, role: 'author' }] })
})

test('a search finds names, those that begin with it first', async () => {
  const token = `q${Date.now()}`
  await people.create({ name: `Zora ${token}` })
  await people.create({ name: `${token} Amina` })

  const { people: found, total } = await people.list({ q: token.toUpperCase() })

  expect(total).toBe(2)
  expect(found.map(({ name, file_as }) => [name, file_as])).toEqual([
    [`${token} Amina`, `Amina, ${token}`],
    [`Zora ${token}`, `${token}, Zora`],
  ])
})

test('names with accents are sorted beside those without', async () => {
  const token = `q${Date.now()}`
  for (const name of ['Zola', 'Östlund', 'Álvarez', 'Olsen'])
    await people.create({ name: `${token} ${name}` })

  const { people: found } = await people.list({ q: token })

  expect(found.map(({ name }) => name.split(' ')[1])).toEqual(['Álvarez', 'Olsen', 'Östlund', 'Zola'])
})

test('a new name is on the pages of the stories at once, and stories are found by it', async () => {
  expect(await page(`/post/${story}`)).toContain(person.name)
  await people.update({ id: person.id, name: 'Philippa Mwangaza' })

  expect(await page(`/post/${story}`)).toContain('Philippa Mwangaza')
  expect(await page(`/author/${person.id}`)).toContain('Philippa Mwangaza')
  const { hits } = await readers.search({ q: 'mwangaza' })
  expect(hits.map(({ article }) => article.id)).toEqual([story])
})

test('a new name of somebody with many stories is written into all, and reads none of their texts', async () => {
  const ada = await createUser({ full_name: 'Ada Prolific' })
  await publishMany(ada.id, 50)
  const name = `Nadezhda ${crypto.randomUUID()}`

  const read = await db.transaction().execute((tx) =>
    rowsRead(tx, async () => {
      await sql`update people set name = ${name} where user_id = ${ada.id}`.execute(tx)
      // What else happens at the commit.
      await sql`set constraints all immediate`.execute(tx)
    }),
  )
  expect(read.passages).toBe(0)
  expect((await readers.search({ q: name })).total).toBe(50)
})

/** Publishes stories of 900 words each. */
const publishMany = (author_id: number, count: number) =>
  db.transaction().execute(async (tx) => {
    await sql`
      with story as (
        insert into articles (author_id) select ${author_id} from generate_series(1, ${count}::int) returning id
      ), version as (
        insert into article_versions
          (article_id, version_number, state, title, excerpt, content, content_hash, word_count, change_description)
        select id, 1, 'published', 'Story', '', '[]', sha256(''), 900, '' from story returning article_id
      )
      insert into passages (article_id, hash, text, first_version)
      select article_id, sha256(int8send(part)), string_agg(
        translate(((word * 79 + part * 107 + article_id * 31) % 3000)::text, '0123456789', 'abcdefghij'), ' '
      ), 1
      from version, generate_series(1, 10) part, generate_series(1, 90) word group by article_id, part`.execute(
      tx,
    )
    await sql`
      update articles set state = 'published', date_published = now(), current_version_id = version.id,
        published_version_id = version.id
      from article_versions version where article_id = articles.id and author_id = ${author_id} and current_version_id is null`.execute(
      tx,
    )
  })

test('a page of a person has the bio, the picture and the links', async () => {
  const { id: picture_image_id, filename } = await createImage(editor.id)
  const links = ['https://grace.example/b%C3%BCcher']
  await people.update({ id: person.id, bio: 'Grace lives on a lightship.', picture_image_id, links })

  const body = await page(`/author/${person.id}`)

  for (const part of ['Grace lives on a lightship.', filename, '>grace.example/bücher<', 'rel="me nofollow"'])
    expect(body).toContain(part)
})

test('feeds, books and data for search engines name each person with the role', async () => {
  const credits = [
    { person_id: person.id, role: 'author' as const },
    { person_id: editor.id, role: 'translator' as const },
  ]
  await articles.update({ id: story, credits })

  const rss = await page(`/author/${editor.id}/rss.xml`)
  expect(rss).toContain(`<dc:creator>${person.name}</dc:creator>`)
  expect(rss).toMatch(/<description>Stories in .+ with Edith Wharf</)
  const atom = await page(`/author/${editor.id}/atom.xml`)
  expect(atom.replace(/\s+/g, '')).toContain('<contributor><name>EdithWharf</name></contributor>')
  expect(await page(`/post/${story}`)).toContain('"translator":[{"@type":"Person","name":"Edith Wharf"')
  const { rawPayload } = await app.inject(`/post/${story}.epub`)
  const book = strFromU8(unzipSync(rawPayload)['OEBPS/package.opf'] ?? new Uint8Array())
  expect(book).toMatch(
    /<dc:contributor id="(.+)">Edith Wharf<.+>\n<meta refines="#\1" property="role".*>trl</,
  )
})

test('somebody who wrote one story is an author on every page of the list', async () => {
  for (let count = 0; count < 24; count++) {
    const { id } = await createPublished(editor)
    const credits = [
      { person_id: editor.id, role: 'author' as const },
      { person_id: person.id, role: 'translator' as const },
    ]
    await articles.update({ id, credits })
  }

  expect(await page(`/author/${person.id}`)).toContain('<p class="label">Author</p>')
  expect(await page(`/author/${person.id}?page=2`)).toContain('<p class="label">Author · Page 2</p>')
})

test('a person without a published story has no page', async () => {
  const { id } = await people.create({ name: 'Nobody Yet' })

  expect((await app.inject(`/author/${id}`)).statusCode).toBe(404)
  await expect(readers.person({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

describe('merging', () => {
  test('moves credits and the page, and the old address leads to the other', async () => {
    const into = await people.create({ name: 'Grace Wanjala' })
    await people.update({ id: person.id, bio: 'From before.' })

    const merged = await people.merge({ id: person.id, into: into.id })

    expect(merged).toMatchObject({
      id: into.id,
      name: 'Grace Wanjala',
      bio: 'From before.',
      article_count: 1,
    })
    expect((await readers.get({ id: story })).author_name).toBe('Grace Wanjala')
    expect(await page(`/author/${person.id}`)).toContain(`/author/${into.id}">`.slice(0, -2))
    expect(await readers.list({ author: person.id })).toMatchObject([{ id: story }])
  })

  test('of somebody who has the same role already names them once', async () => {
    const both = [person.id, editor.id].map((person_id) => ({ person_id, role: 'author' as const }))
    await articles.update({ id: story, credits: both })

    await people.merge({ id: person.id, into: editor.id })

    expect((await articles.get({ id: story })).credits).toMatchObject([{ person_id: editor.id }])
    expect(await readers.search({ q: person.name })).toMatchObject({ total: 0 })
  })

  test('moves an account, and stories without a byline with it', async () => {
    const user = await createUser({ full_name: 'G. W.' })
    const own = await createPublished(user)

    await people.merge({ id: user.id, into: person.id })

    expect((await readers.get({ id: own.id })).author_name).toBe(person.name)
    expect(await page(`/author/${user.id}`)).toContain(person.name)
  })

  test('of two accounts is refused', async () => {
    const user = await createUser()
    await expect(people.merge({ id: user.id, into: editor.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('deleting', () => {
  test('somebody whom any version names is refused', async () => {
    await articles.update({ id: story, credits: [] })
    await expect(people.delete({ id: person.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('somebody with an account is refused', async () => {
    await expect(people.delete({ id: editor.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('anybody else is possible', async () => {
    const { id, can_delete } = await people.create({ name: 'A typing error' })
    await people.delete({ id })

    expect(can_delete).toBe(true)
    expect(await db.selectFrom('people').where('id', '=', id).select('id').execute()).toEqual([])
  })
})

test('authors change only themselves, with pictures of their own', async () => {
  const author = await createUser({ role: 'author' })
  const own = as(author).people
  const { id: picture_image_id } = await createImage(editor.id)

  expect(await own.update({ id: author.id, bio: 'I write.' })).toMatchObject({ bio: 'I write.' })
  await expect(own.update({ id: person.id, bio: 'No.' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(own.update({ id: author.id, picture_image_id })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
})

test('an author saves all fields of a page with a picture that an editor chose', async () => {
  const author = await createUser({ role: 'author' })
  const { id: picture_image_id } = await createImage(editor.id)
  await people.update({ id: author.id, picture_image_id })

  const saved = as(author).people.update({ id: author.id, name: 'Ada', bio: 'I write.', picture_image_id })

  expect(await saved).toMatchObject({ bio: 'I write.', picture_image_id })
})
