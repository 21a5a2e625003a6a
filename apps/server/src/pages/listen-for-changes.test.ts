import { conflict } from '@nightdesk/contracts'
import { articleTag, LISTS, PAGE_CHANNEL } from '@nightdesk/db'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { change } from '../change.ts'
import { createLog } from '../log.ts'
import { createPageStore } from '../page-store/page-store.ts'
import { as, contextOf, createPublished, createUser, db, losingAnswers, testApp, url } from '../testing.ts'
import { listenForChanges } from './web.ts'

/** As Postgres lists the connection that listens. */
const LISTENER = `listener of ${PAGE_CHANNEL}`

/** Another server on the same database, with its own page store. */
async function startNeighbour() {
  const pages = createPageStore()
  const changes = listenForChanges(url, pages, createLog('silent'))
  onTestFinished(changes.stop)
  await expect.poll(listeners).toBe(1)
  const app = await testApp({ pages })
  const read = async (path: string) =>
    (await app.inject({ url: path, headers: { accept: 'text/html' } })).body
  return { pages, read }
}

async function listeners(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where application_name = ${LISTENER} and state = 'idle' and query <> ''
      and datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}

test('an article published through one server is read through another at once, cached or not', async () => {
  const { read } = await startNeighbour()
  const editor = await createUser()
  const { id } = await createPublished(editor)
  for (let round = 0; round < 10; round += 1) {
    await read('/')
    await read(`/post/${id}`)
    const title = `Round ${round}`

    await as(editor).articles.update({ id, title })

    await expect.poll(() => read(`/post/${id}`), { interval: 10 }).toContain(title)
    expect(await read('/')).toContain(title)
  }
})

test('the name of a writer changes on every server', async () => {
  const { read } = await startNeighbour()
  const writer = await createUser({ full_name: 'Before' })
  const { id } = await createPublished(writer)
  expect(await read(`/api/articles/${id}`)).toContain('Before')

  await as(writer).profile.update({ full_name: 'After All' })

  await expect.poll(() => read(`/api/articles/${id}`), { interval: 10 }).not.toContain('Before')
})

test('a broken connection is made again, and pages that may be stale are dropped', async () => {
  const { pages, read } = await startNeighbour()
  const setConnected = vi.spyOn(pages, 'setConnected')
  const editor = await createUser()
  const { id } = await createPublished(editor)
  await read(`/post/${id}`)

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${LISTENER} and datname = current_database()`.execute(db)
  await expect.poll(() => setConnected).toHaveBeenCalledWith(false)
  await as(editor).articles.update({ id, title: 'Said into the void' })

  await expect.poll(() => setConnected).toHaveBeenLastCalledWith(true)
  expect(await read(`/post/${id}`)).toContain('Said into the void')
})

test('a change that is rolled back is not announced', async () => {
  const { pages } = await startNeighbour()
  const drop = vi.spyOn(pages, 'drop')
  const editor = await createUser()
  const { id } = await createPublished(editor)
  await expect.poll(() => drop).toHaveBeenCalled()
  drop.mockClear()

  await expect(as(editor).articles.update({ id, title: 'Never', poster_image_id: 999_999 })).rejects.toThrow()
  await as(editor).articles.update({ id, title: 'After' })

  await expect.poll(() => drop).toHaveBeenCalledOnce()
})

test('a change that committed though its connection broke shows on its own server', async () => {
  const { pages } = await startNeighbour()
  const render = (body: string) => async () => ({ status: 200, type: 'text/html', body })
  await pages.get('/post/1', [articleTag(1)], render('old'))

  const changing = change({ ...contextOf(null), db: losingAnswers(), pages }, async (_tx, invalidate) =>
    invalidate([articleTag(1)]),
  )

  await expect(changing).rejects.toThrow('Connection terminated')
  const shown = async () =>
    (await pages.get('/post/1', [articleTag(1)], render('new'))).identity.body.toString()
  await expect.poll(shown).toBe('new')
})

test('a refused change drops no cached page', async () => {
  const pages = createPageStore()
  const page = { status: 200, type: 'text/html', body: 'cached' }
  const cached = await pages.get('/', [LISTS], async () => page)
  const changing = change({ ...contextOf(null), pages }, async (_tx, invalidate) => {
    invalidate([LISTS])
    throw conflict('This article was changed meanwhile')
  })

  await expect(changing).rejects.toThrow('changed meanwhile')

  expect(await pages.get('/', [LISTS], () => Promise.reject(new Error('rendered again')))).toBe(cached)
})
