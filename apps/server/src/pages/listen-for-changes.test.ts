import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { as, createPublished, createUser, db, testApp, url } from '../testing.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { createPageStore } from './page-store.ts'

/** Another server on the same database, with pages of its own. */
async function startNeighbour() {
  const pages = createPageStore()
  const changes = listenForChanges(url, pages, createLog('silent'))
  onTestFinished(changes.stop)
  await vi.waitFor(async () => expect(await listeners()).toBe(1), { timeout: 10_000 })
  const app = await testApp({ pages })
  const read = async (path: string) =>
    (await app.inject({ url: path, headers: { accept: 'text/html' } })).body
  return { pages, read }
}

async function listeners(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where query like 'listen %' and datname = current_database()`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

test('what is published through one server is read through another at once, whatever that had kept', async () => {
  const { read } = await startNeighbour()
  const editor = await createUser()
  const { id } = await createPublished(editor)
  for (let round = 0; round < 10; round += 1) {
    await read('/')
    await read(`/post/${id}`)
    const title = `Round ${round}`

    await as(editor).articles.update({ id, title })

    await vi.waitFor(async () => expect(await read(`/post/${id}`)).toContain(title), {
      timeout: 2_000,
      interval: 10,
    })
    expect(await read('/')).toContain(title)
  }
})

test('the name of a writer changes on every server', async () => {
  const { read } = await startNeighbour()
  const writer = await createUser({ full_name: 'Before' })
  const { id } = await createPublished(writer)
  expect(await read(`/api/articles/${id}`)).toContain('Before')

  await as(writer).profile.update({ full_name: 'After All' })

  await vi.waitFor(async () => expect(await read(`/api/articles/${id}`)).not.toContain('Before'), {
    timeout: 2_000,
    interval: 10,
  })
})

test('a connection that is cut is made anew, and what was missed meanwhile is not shown', async () => {
  const { pages, read } = await startNeighbour()
  const trust = vi.spyOn(pages, 'trust')
  const editor = await createUser()
  const { id } = await createPublished(editor)
  await read(`/post/${id}`)

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen %' and datname = current_database()`.execute(db)
  await vi.waitFor(() => expect(trust).toHaveBeenCalledWith(false), { timeout: 5_000 })
  await as(editor).articles.update({ id, title: 'Said into the void' })

  await vi.waitFor(() => expect(trust).toHaveBeenLastCalledWith(true), { timeout: 10_000 })
  expect(await read(`/post/${id}`)).toContain('Said into the void')
})

test('a change that is rolled back is not announced', async () => {
  const { pages } = await startNeighbour()
  const drop = vi.spyOn(pages, 'drop')
  const editor = await createUser()
  const { id } = await createPublished(editor)
  await vi.waitFor(() => expect(drop).toHaveBeenCalled())
  drop.mockClear()

  await expect(as(editor).articles.update({ id, title: 'Never', poster_image_id: 999_999 })).rejects.toThrow()
  await as(editor).articles.update({ id, title: 'After' })

  await vi.waitFor(() => expect(drop).toHaveBeenCalledOnce())
})
