import { setTimeout as delay } from 'node:timers/promises'
import type { Report } from './report.ts'
import { startTwoServers } from './two-servers.ts'

/** Milliseconds after which no server may show an older site. */
const LIMIT = 1_000

/**
 * Changes name, headline, menu and a page of a site through two servers, while readers ask both for pages. No page mixes two versions
 * of the site, and none shows an older version of the site or the page once {@link LIMIT} has passed.
 */
export async function tortureSite(changes: number, perSecond = 200): Promise<Report & { requests: number }> {
  await using servers = await startTwoServers()
  const { clients } = servers
  const [client] = clients
  const { id } = await client.articles.create.mutate({ title: 'A story', content: [] })
  await client.articles.publish.mutate({ id })
  const about = await client.articles.create.mutate({
    kind: 'page',
    path: '/about',
    title: 'Edition 0',
    content: [],
  })
  await client.articles.publish.mutate({ id: about.id })
  const paths = ['/', `/post/${id}`, '/privacy', '/about', '/search?q=story', '/nothing']
  const problems: string[] = []
  let requests = 0
  /** Milliseconds from the answer to a change to the last request that showed an older site. */
  let longest = 0
  /** When each version of the site, and each edition of the page, was answered to the admin who saved it. */
  const answered = { Version: [] as number[], Edition: [] as number[] }

  async function read(url: string) {
    const begun = performance.now()
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    const html = await answer.text()
    requests++
    if (answer.status >= 500) return problems.push(`${url} was answered with ${answer.status}`)
    const isPage = url.endsWith('/about')
    for (const name of isPage ? (['Version', 'Edition'] as const) : (['Version'] as const)) {
      const found = html.matchAll(new RegExp(`${name} (\\d+)`, 'g'))
      const numbers = new Set([...found].map(([, number]) => Number(number)))
      if (numbers.size > 1) return problems.push(`${url} mixes ${name} ${[...numbers].join(', ')}`)
      const [number = 0] = numbers
      const newer = answered[name][number + 1]
      if (newer === undefined || newer > begun) continue
      longest = Math.max(longest, begun - newer)
      if (begun - newer > LIMIT) problems.push(`${url} shows ${name} ${number} too long`)
    }
  }

  const ended = new AbortController()
  const pending: Promise<unknown>[] = []
  const reading = (async () => {
    const begun = performance.now()
    for (let sent = 0; !ended.signal.aborted; sent++) {
      const url = `${servers.urls[sent % 2]}${paths[Math.floor(sent / 2) % paths.length]}`
      pending.push(read(url).catch((error: unknown) => problems.push(`${url}: ${error}`)))
      await delay(Math.max(0, begun + ((sent + 1) * 1000) / perSecond - performance.now()))
    }
  })()

  for (let version = 1; version <= changes; version++) {
    const { site, articles } = version % 2 === 0 ? client : clients[1]
    const name = `Version ${version}`
    const menu = [{ label: name, address: '/search' }]
    const base_version = (await site.get.query({})).version_number
    await site.save.mutate({ base_version, changes: { name, menu, headline: name, footer_line: name } })
    answered.Version[version] = performance.now()
    await articles.update.mutate({ id: about.id, title: `Edition ${version}` })
    answered.Edition[version] = performance.now()
    // Now and then so soon that pages of the version before are still being rendered.
    await delay(version % 10 === 0 ? LIMIT + 200 : version % 3 === 0 ? 0 : 100)
  }
  await delay(LIMIT)
  ended.abort()
  await reading
  await Promise.all(pending)
  return {
    requests,
    lines: [
      `Site changed         ${changes} times under ${requests} requests`,
      `Old at the longest   ${Math.round(longest)} ms after a change`,
    ],
    problems,
  }
}
