import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient } from '@nightdesk/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { readDeployFile } from './deploy/files.ts'
import { missingPrograms } from './deploy/programs.ts'
import { type Process, startProcess } from './process.ts'
import { ADMIN, type Stack, startStack } from './stack.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { until } from './until.ts'

const VARNISH = '/usr/sbin/varnishd'
/** Milliseconds. */
const LIMIT = 120_000

const missing = missingPrograms({ [VARNISH]: 'varnish' })

describe.skipIf(missing)(missing ?? 'a Varnish with our configuration', () => {
  const running = new AsyncDisposableStack()
  let site: Stack
  let author: Client
  let varnish: string

  beforeAll(async () => {
    varnish = `http://127.0.0.1:${await freePort()}`
    const env = { CDN_PURGE_URL: `${varnish}/` }
    site = running.use(await startStack({ isShared: true, admin: ADMIN, env }))
    const { path: home } = running.use(await temporaryDirectory('varnish'))
    const { output } = running.use(await startVarnish(home, new URL(varnish).host, new URL(site.url).port))
    await until('Varnish answers', LIMIT, async () => {
      const answer = await fetch(varnish).catch(() => undefined) // it does not listen yet
      return answer?.status === 200
    }).catch((cause) => {
      throw new Error(output(), { cause })
    })
    const { token } = await createClient(site.url).auth.login.mutate(ADMIN)
    author = createClient(site.url, token)
  })
  afterAll(() => running.disposeAsync())

  const get = async (path: string) => {
    const { status, headers, ...answer } = await read(varnish + path)
    return { ...answer, status, headers, isHit: headers.get('x-varnish')?.includes(' ') ?? false }
  }
  const untilCached = (path: string) => until(`${path} is cached`, LIMIT, async () => (await get(path)).isHit)

  test('shows a published story at once, on a list and at an address that it cached as missing', async () => {
    const { id } = await author.articles.create.mutate({ title: 'The Night Ferry', content: [] })
    const page = `/post/${id}`
    await untilCached('/')
    await untilCached(page)
    expect((await get(page)).status).toBe(404)

    await author.articles.publish.mutate({ id })

    await until('the list is new', LIMIT, async () => (await get('/')).text.includes('The Night Ferry'))
    // By the same purge.
    expect(await get(page)).toMatchObject({ status: 200, text: expect.stringContaining('The Night Ferry') })
    await untilCached(page)
  })

  test('has neither page, card, e-book, feed nor address of a withdrawn story', async () => {
    const { id } = await author.articles.create.mutate({ title: 'The Ice Lantern', content: [] })
    await author.articles.publish.mutate({ id })
    const page = `/post/${id}`
    await until('the page is there', LIMIT, async () => (await get(page)).status === 200)
    const card = /\/cards\/[\d-]+\.png/.exec((await get(page)).text)?.[0] ?? ''
    const lists = ['/rss.xml', '/sitemap.xml']
    for (const path of [page, card, `${page}.epub`, ...lists]) await untilCached(path)

    await author.articles.unpublish.mutate({ id })

    await until('the page is gone', LIMIT, async () => (await get(page)).status === 404)
    // By the same purge.
    for (const path of [card, `${page}.epub`]) expect([path, (await get(path)).status]).toEqual([path, 404])
    for (const path of lists) expect((await get(path)).text).not.toContain(page)
  })

  test('tells readers to ask again, and keeps the tags to itself', async () => {
    await untilCached('/')

    const [{ headers }, direct] = [await get('/'), await read(site.url)]

    expect(direct.headers.get('surrogate-key')).toBe('lists everything')
    expect(direct.headers.get('cache-control')).toContain('s-maxage=86400')
    expect(headers.get('cache-control')).toBe('public, max-age=0')
    expect([headers.get('surrogate-key'), headers.get('cache-tag')]).toEqual([null, null])
  })

  test('takes nothing but tags in a purge', async () => {
    const purge = (tags: string) => fetch(varnish, { method: 'PURGE', headers: { 'surrogate-key': tags } })

    const answers = [await purge('lists'), await purge('lists) || obj.status != 0'), await purge('.*')]

    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400])
  })
})

/** Starts it with the file of `deploy/`, before the server at this port. */
async function startVarnish(home: string, address: string, port: string): Promise<Process> {
  const file = join(home, 'site.vcl')
  await writeFile(file, (await readDeployFile('varnish.vcl')).replace('"3000"', `"${port}"`))
  const command = [VARNISH, '-F', '-j', 'none', '-n', join(home, 'work'), '-a', address, '-f', file]
  return startProcess([...command, '-s', 'malloc,32m'], { cwd: home, env: {} })
}

async function read(url: string) {
  const answer = await fetch(url)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
