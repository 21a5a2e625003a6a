import { randomBytes, randomUUID } from 'node:crypto'
import { contract, isQuery } from '@nightdesk/contracts'
import { summarise } from '@nightdesk/db'
import { NOON } from '@nightdesk/db/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpointsOf, splitRoute } from '../calls/endpoints.ts'
import { as, bearer, createImage, createUser, db, paragraph, signIn, testApp } from '../testing.ts'

const app = await testApp()
const owner = await createUser({ role: 'author' })
const stranger = await createUser({ role: 'author' })
const editor = await createUser({ role: 'editor' })

const word = () => `w${randomBytes(8).toString('hex')}`
/** Words of a story that was published, unpublished and rewritten. An answer with one of them is a leak. */
const secret = { title: word(), excerpt: word(), tag: word() }
const [poster, drawing] = [await createImage(owner.id), await createImage(owner.id)]
const words = [...Object.values(secret), poster.filename, drawing.filename]

const { articles } = as(owner)
const { id, version_id } = await articles.create({ title: 'Once public', content: [] })
const own = await as(stranger).articles.create({ title: 'Mine', content: [] })

async function summarised() {
  const summary = await summarise(db, NOON)
  await db
    .insertInto('analytics_summaries')
    .values({ data: JSON.stringify(summary), generated_at: summary.generated_at })
    .execute()
}

beforeAll(async () => {
  await articles.publish({ id })
  const payload = { session_id: 'abcdefgh-0001' }
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
  await app.inject({ method: 'POST', url: `/api/articles/${id}/view`, payload, headers })
  await articles.unpublish({ id })
  const picture = { type: 'image' as const, filename: drawing.filename, children: [{ text: '' }] }
  const { title, excerpt, tag } = secret
  const text = {
    title,
    excerpt,
    tags: [tag],
    poster_image_id: poster.id,
    content: [paragraph(word()), picture],
  }
  await articles.update({ id, ...text })
  // The hourly summary contains all titles.
  await summarised()
})

const reads = endpointsOf(contract).filter(
  ({ endpoint }) => isQuery(endpoint) && endpoint.access !== 'public',
)

/** Every answer of a read, by tRPC and REST, to a user who asks for the story by its id or its words. */
async function said({ path, endpoint }: (typeof reads)[number], user: typeof owner) {
  const headers = bearer(await signIn(user))
  const url = splitRoute(endpoint).url.replace(':version_id', String(version_id)).replace(/:\w+/g, String(id))
  const asked = ['', ...[secret.title, secret.tag].flatMap((q) => [`?q=${q}`, `?tag=${q}`])]
  const inputs = [{ id, version_id, period: 'all' }, { q: secret.title }, { tag: secret.tag }]
  const urls = [
    ...asked.map((query) => url + query),
    ...inputs.map((input) => `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`),
  ]
  const bodies = await Promise.all(urls.map(async (url) => (await app.inject({ url, headers })).body))
  return bodies.join('\n')
}

describe('what another author has not published', () => {
  test.each(reads)('$endpoint.route reveals it to no other author', async (read) => {
    const answers = await said(read, stranger)
    // Some answers repeat the question.
    const untold = read.path === 'analytics.facet' ? [] : words

    expect(untold.filter((secret) => answers.includes(secret))).toEqual([])
  })

  test.each([
    'articles.list',
    'articles.get',
    'versions.list',
    'analytics.dashboard',
    'analytics.latest',
    'analytics.overview',
  ])('%s shows it to its author and to an editor', async (path) => {
    const read = reads.find((row) => row.path === path)
    for (const user of [owner, editor]) expect(read && (await said(read, user))).toContain(secret.title)
  })
})

const takingPosters = endpointsOf(contract).filter(({ endpoint }) => {
  const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  return !isQuery(endpoint) && 'poster_image_id' in properties
})

describe('a picture of somebody else', () => {
  const text = { title: 'Mine', content: [], excerpt: '', base_version: 1, head: 0, tail: 0, insert: [] }

  const give = async (row: (typeof takingPosters)[number], user: typeof owner, articleId: number) => {
    const { method, url } = splitRoute(row.endpoint)
    const revisions = Array.from({ length: 1 }, () => 0)
    return app.inject({
      method,
      url: url.replace(':id', String(articleId)).replace(':key', randomUUID()),
      headers: bearer(await signIn(user)),
      payload: { ...text, revisions, poster_image_id: poster.id },
    })
  }

  test.each(takingPosters)('is refused by $endpoint.route, and its address is not revealed', async (row) => {
    const answer = await give(row, stranger, own.id)

    expect(answer.json()).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ path: 'poster_image_id' }] })
    expect(answer.body).not.toContain(poster.filename)
  })

  test('is accepted from an editor, and stays with an article that has it in some version', async () => {
    await as(editor).articles.update({ id: own.id, poster_image_id: poster.id })
    const mine = as(stranger).articles
    await mine.update({ id: own.id, poster_image_id: null })

    const again = await mine.update({ id: own.id, poster_image_id: poster.id })

    expect(again.poster_image_id).toBe(poster.id)
    const elsewhere = mine.create({ title: 'Another', content: [], poster_image_id: poster.id })
    await expect(elsewhere).rejects.toThrow('The featured image does not exist')
  })
})
