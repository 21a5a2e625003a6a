import { beforeEach, describe, expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, db, dependencies, testApp } from '../testing.ts'

const app = await testApp()
const ada = await createUser()
const { redirects, articles } = as(ada)

beforeEach(async () => {
  await dependencies.missing_addresses.flush()
  await db.deleteFrom('redirects').execute()
  await db.deleteFrom('missing_addresses').execute()
})

const locationOf = async (url: string) => (await app.inject(url)).headers.location

describe('an editor', () => {
  test('redirects an old address to a story, changes it and removes it, and readers follow at once', async () => {
    const { id } = await createPublished(ada)
    await articles.update({ id, tags: ['Sea'] })
    const made = await redirects.create({
      path: 'https://old.example/2019/the-ferry/',
      target: `${dependencies.site.url}/post/${id}`,
    })
    expect(made).toMatchObject({ path: '/2019/the-ferry', target: `/post/${id}`, made_by_name: 'Ada' })
    expect(made.article).toEqual({ id, title: 'A story', state: 'published' })
    expect(await locationOf('/2019/the-ferry/')).toBe(`/post/${id}`)

    await redirects.update({ id: made.id, path: '/2019/the-night-ferry', target: '/tag/sea' })
    expect(await locationOf('/2019/the-night-ferry')).toBe('/tag/sea')
    expect(await locationOf('/2019/the-ferry')).toBeUndefined()

    await redirects.delete({ id: made.id })
    expect(await locationOf('/2019/the-night-ferry')).toBeUndefined()
    await expect(redirects.delete({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('redirects to the home page by the address of the site', async () => {
    await redirects.create({ path: '/start', target: dependencies.site.url })

    expect(await locationOf('/start')).toBe('/')
  })

  test('finds an address as screens show it', async () => {
    await redirects.create({ path: '/2019/café', target: '/tag/sea' })
    await app.inject('/gone/café')
    await dependencies.missing_addresses.flush()

    expect((await redirects.list({ q: 'café' })).redirects).toMatchObject([{ path: '/2019/caf%C3%A9' }])
    expect((await redirects.missing({ q: 'café' })).addresses).toMatchObject([{ path: '/gone/caf%C3%A9' }])
  })

  test.each([
    ['https://evil.example/', 'A redirect leads to a page of this site'],
    ['//evil.example', 'A redirect leads to a page of this site'],
    ['/admin/users', 'A redirect leads to a page of this site'],
    ['', 'Choose a story, or enter a path'],
    ['/post/999999', 'There is no such story'],
    ['/old/', 'This leads back to the old address'],
  ])('cannot redirect to %s', async (target, message) => {
    await expect(redirects.create({ path: '/old', target })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ path: 'target', message: expect.stringContaining(message) }],
    })
  })

  test.each(['/', '/search', '/admin', '/api/articles', '/post/12.epub', '', '/%'])(
    'cannot redirect %s',
    async (path) => {
      await expect(redirects.create({ path, target: '/privacy' })).rejects.toMatchObject({
        fields: [{ path: 'path' }],
      })
    },
  )

  test('cannot redirect an address twice, nor in a circle', async () => {
    const { id } = await redirects.create({ path: '/one', target: '/two' })
    await redirects.create({ path: '/two', target: '/privacy' })

    await expect(redirects.create({ path: '/one/', target: '/terms' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await expect(redirects.update({ id, path: '/two' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(redirects.update({ id, target: '/one' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(await locationOf('/one')).toBe('/privacy')
  })

  test('redirects the address of a story that only another Nightdesk has had', async () => {
    const { id } = await createPublished(ada)

    await redirects.create({ path: '/post/999999', target: `/post/${id}` })

    expect(await locationOf('/post/999999')).toBe(`/post/${id}`)
    await expect(redirects.create({ path: `/post/${id}`, target: '/privacy' })).rejects.toMatchObject({
      fields: [
        { path: 'path', message: 'This address belongs to the site itself, and cannot be redirected' },
      ],
    })
  })

  test('finds redirects by address and title, page by page, and exports all', async () => {
    const { id } = await createArticle(ada)
    await articles.update({ id, title: 'The Lamp' })
    await redirects.create({ path: '/a', target: `/post/${id}` })
    await redirects.create({ path: '/b_c', target: '/privacy' })
    await redirects.create({ path: '/bxc', target: '/tag/lamps' })

    const found = async (q?: string) => (await redirects.list({ q })).redirects.map(({ path }) => path)

    expect(await found('lamp')).toEqual(['/bxc', '/a'])
    expect(await found('b_c')).toEqual(['/b_c'])
    expect(await redirects.list({ limit: 1, page: 2 })).toMatchObject({
      redirects: [{ path: '/b_c' }],
      count: 3,
    })
    expect(await redirects.export({})).toEqual([
      { path: '/a', target: `/post/${id}` },
      { path: '/b_c', target: '/privacy' },
      { path: '/bxc', target: '/tag/lamps' },
    ])
  })

  test('sees what was not found, with the page that is most like it, until it is redirected or dismissed', async () => {
    const { id } = await createPublished(ada)
    await articles.update({ id, title: 'The Ice Lantern', tags: ['Quiet Futures'] })
    for (const path of ['/2019/05/ice-lantern.html', '/category/quiet-futures/feed', '/elsewhere', '/?p=7'])
      dependencies.missing_addresses.note(path)
    dependencies.missing_addresses.note('/elsewhere')
    await dependencies.missing_addresses.flush()

    const { addresses, count } = await redirects.missing({})
    const guesses = Object.fromEntries(addresses.map(({ path, guess }) => [path, guess]))
    expect(addresses[0]).toMatchObject({ path: '/elsewhere', requests: 2 })
    expect(count).toBe(4)
    expect(guesses).toEqual({
      '/2019/05/ice-lantern.html': { target: `/post/${id}`, title: 'The Ice Lantern' },
      '/category/quiet-futures/feed': { target: '/tag/quiet-futures', title: 'Quiet Futures' },
      '/elsewhere': null,
      '/?p=7': null,
    })

    await redirects.create({ path: '/2019/05/ice-lantern.html', target: `/post/${id}` })
    await redirects.dismiss({ path: '/elsewhere' })
    expect((await redirects.missing({ q: 'e' })).addresses.map(({ path }) => path)).toEqual([
      '/category/quiet-futures/feed',
    ])
  })
})
