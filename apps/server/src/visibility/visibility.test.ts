import { randomBytes } from 'node:crypto'
import { publishVersion } from '@nightdesk/articles'
import { announceChange, articleTag, LISTS } from '@nightdesk/db'
import { asOwner } from '@nightdesk/db/testing'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createPageStore } from '../page-store/page-store.ts'
import { listenForChanges } from '../pages/web.ts'
import { as, createImage, createUser, db, owner_url, paragraph, testApp, url } from '../testing.ts'
import { CALLS, type Fixture, leaksAt, NEIGHBOUR, openRoutes, PUBLIC_ROUTES } from './testing.ts'

const publicRoutes = [...PUBLIC_ROUTES, ...CALLS]
const app = await testApp()
const pages = createPageStore()
/** Another server on the same database, with its own page store. */
const otherApp = await testApp({ pages })
const { promise: hearing, resolve: connected } = Promise.withResolvers<void>()
const heard = {
  ...pages,
  setConnected(isConnected: boolean) {
    pages.setConnected(isConnected)
    if (isConnected) connected()
  },
}
const changes = listenForChanges(url, heard, createLog('silent'))
afterAll(changes.stop)

beforeAll(async () => {
  await hearing
  // Numbers that occur nowhere by chance.
  await asOwner(owner_url, sql`alter table articles alter column id restart with ${sql.lit(NEIGHBOUR)}`)
  await publish(await write())
})

const word = () => `w${randomBytes(8).toString('hex')}`

type Api = ReturnType<typeof as>

/** The only draft of an author, with words that occur nowhere else. */
async function write() {
  const [title, text, excerpt, tag, author] = [word(), word(), word(), word(), word()]
  const user = await createUser({ full_name: author, role: 'author' })
  const api = as(user)
  const { filename: picture } = await createImage()
  const content = [paragraph(text), { type: 'image' as const, filename: picture, children: [{ text: '' }] }]
  const { id } = await api.articles.create({ title, excerpt, content, tags: [tag] })
  return { api, fixture: { id, author_id: user.id, title, text, excerpt, tag, author, picture } }
}
type Written = Awaited<ReturnType<typeof write>>

async function publish({ api, fixture: { id } }: Written) {
  await api.articles.publish({ id })
  await api.corrections.create({ id, text: 'The date was wrong.' })
}

/** Every word that identifies an article, and its address. */
const wordsOf = ({ id, title, text, excerpt, tag, author, picture }: Fixture) => [
  String(id),
  title,
  text,
  excerpt,
  tag,
  author,
  picture,
]

async function leaks(server: FastifyInstance, fixture: Fixture, words: string[]) {
  const found: string[] = []
  for (const publicRoute of publicRoutes) found.push(...(await leaksAt(server, publicRoute, fixture, words)))
  return found
}

/** Cached or not, the server that made the change hides it at once, and the others within moments. */
async function expectSilence(fixture: Fixture, words: string[]) {
  expect(await leaks(app, fixture, words)).toEqual([])
  await expect.poll(() => leaks(otherApp, fixture, words)).toEqual([])
}

test('every route that strangers may call is one of the public routes', async () => {
  await app.ready()

  expect(openRoutes(app).sort()).toEqual([...new Set(publicRoutes.map(({ route }) => route))].sort())
})

test('a published article shows at every route that shows articles, on every server', async () => {
  const written = await write()
  await publish(written)
  const words = wordsOf(written.fixture)

  for (const server of [app, otherApp]) {
    for (const publicRoute of publicRoutes) {
      const showing = async () => (await leaksAt(server, publicRoute, written.fixture, words)).length > 0
      await expect
        .poll(showing, { timeout: 30_000, message: publicRoute.route })
        .toBe(publicRoute.shows === 'it')
    }
  }
  await written.api.articles.unpublish({ id: written.fixture.id })
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Transitions to an article that readers may not see, from a draft with an opened preview link. */
const unseen: Record<string, (api: Api, id: number) => Promise<unknown>> = {
  'a draft': async () => {},
  'a scheduled draft': (api, id) => api.schedules.set({ id, publish_at: inAnHour() }),
  'an archived draft': (api, id) => api.articles.archive({ id }),
  'a deleted draft': (api, id) => api.articles.delete({ id }),
}

describe.each(Object.entries(unseen))('of %s', (_state, reach) => {
  test('no route shows anything', async () => {
    const { api, fixture } = await write()
    const { url } = await api.previews.create({ id: fixture.id })
    expect((await app.inject({ url: new URL(url).pathname })).body).toContain(fixture.text)

    await reach(api, fixture.id)

    await expectSilence(fixture, wordsOf(fixture))
    await expectNotFound(fixture)
  })
})

describe.each(['unpublish', 'archive', 'delete'] as const)('of a published article after %s', (move) => {
  test('no route shows anything, though every server had cached its pages', async () => {
    const written = await write()
    const { api, fixture } = written
    await publish(written)
    for (const server of [app, otherApp]) await leaks(server, fixture, wordsOf(fixture))

    await api.articles[move]({ id: fixture.id })

    await expectSilence(fixture, wordsOf(fixture))
    await expectNotFound(fixture)
  })
})

const newer = { title: word(), text: word(), excerpt: word(), tag: word() }
const { tag: newerTag, ...newerText } = newer

/** Newer text than readers see. */
const waiting: Record<string, (written: Written) => Promise<unknown>> = {
  'an unsaved working copy': async ({ api, fixture: { id } }) => {
    const { version_number: base_version } = await api.articles.get({ id })
    const { title, excerpt } = newerText
    const text = { title, excerpt, content: [paragraph(newerText.text)], tags: [newerTag] }
    return api.workingCopies.put({ id, revision: 0, base_version, ...text })
  },
  'a version after the one that was scheduled': async ({ api, fixture: { id } }) => {
    const { version_number } = await api.articles.get({ id })
    await api.articles.unpublish({ id })
    const { title, excerpt } = newerText
    await api.articles.update({ id, title, excerpt, content: [paragraph(newerText.text)] })
    // The worker’s job at the scheduled time.
    await db.transaction().execute(async (tx) => {
      const article = await tx
        .selectFrom('articles')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const pinned = await tx
        .selectFrom('article_versions')
        .where('article_id', '=', id)
        .where('version_number', '=', version_number)
        .select('id')
        .executeTakeFirstOrThrow()
      await publishVersion(tx, article, pinned.id, null)
      await announceChange(tx, { tags: [LISTS, articleTag(id)], has_cdn: false })
    })
  },
}

describe.each(Object.entries(waiting))('of %s', (_what, put) => {
  test('no route shows anything, but all show the published text', async () => {
    const written = await write()
    await publish(written)

    await put(written)

    const { fixture } = written
    await expect.poll(() => bodyOf(app, fixture.id)).toContain(fixture.text)
    await expectSilence({ ...fixture, ...newer }, Object.values(newer))
  })
})

const bodyOf = async (server: FastifyInstance, id: number) => (await server.inject(`/post/${id}`)).body

/** 404 and not 403, so that nobody learns that it exists. */
async function expectNotFound(fixture: Fixture) {
  for (const publicRoute of publicRoutes.filter(({ isItsOwn }) => isItsOwn)) {
    const [address = ''] = publicRoute.urls(fixture)
    expect((await app.inject(address)).statusCode, address).toBe(404)
  }
}
