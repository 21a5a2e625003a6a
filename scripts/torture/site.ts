import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@nightdesk/client'
import { startTwoServers } from './two-servers.ts'

export interface SiteReport {
  changes: number
  requests: number
  /** Milliseconds until the longest request that still showed an older site began, after the change was answered. */
  longest: number
  problems: string[]
}

/** Milliseconds after which no server may show an older site. */
const LIMIT = 1_000

/**
 * Changes name, headline and menu of a site through two servers, while readers ask both for pages. No page mixes two versions, and
 * none shows an older version once {@link LIMIT} has passed.
 */
export async function tortureSite(changes: number, perSecond = 200): Promise<SiteReport> {
  await using servers = await startTwoServers({})
  const clients = servers.urls.map((url) => createClient(url, servers.token))
  const [client] = clients
  if (!client) throw new Error('There are two servers')
  const { id } = await client.articles.create.mutate({ title: 'A story', content: [] })
  await client.articles.publish.mutate({ id })
  const paths = ['/', `/post/${id}`, '/privacy', '/search?q=story', '/nothing']
  const report: SiteReport = { changes, requests: 0, longest: 0, problems: [] }
  /** When each version was answered to the admin who saved it. */
  const answered: number[] = []

  async function read(url: string) {
    const begun = performance.now()
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    const html = await answer.text()
    report.requests++
    if (answer.status >= 500) return report.problems.push(`${url} was answered with ${answer.status}`)
    const versions = new Set([...html.matchAll(/Version (\d+)/g)].map(([, version]) => Number(version)))
    if (versions.size > 1)
      return report.problems.push(`${url} mixes the versions ${[...versions].join(', ')}`)
    const [version = 0] = versions
    const newer = answered[version + 1]
    if (newer === undefined || newer > begun) return
    report.longest = Math.max(report.longest, begun - newer)
    if (begun - newer > LIMIT) report.problems.push(`${url} shows version ${version} too long`)
  }

  const ended = new AbortController()
  const pending: Promise<unknown>[] = []
  const reading = (async () => {
    const begun = performance.now()
    for (let sent = 0; !ended.signal.aborted; sent++) {
      const url = `${servers.urls[sent % 2]}${paths[Math.floor(sent / 2) % paths.length]}`
      pending.push(read(url).catch((error: unknown) => report.problems.push(`${url}: ${error}`)))
      await delay(Math.max(0, begun + ((sent + 1) * 1000) / perSecond - performance.now()))
    }
  })()

  for (let version = 1; version <= changes; version++) {
    const { site } = clients[version % 2] ?? client
    const name = `Version ${version}`
    const menu = [{ label: name, address: '/search' }]
    const base_version = (await site.get.query({})).version_number
    await site.save.mutate({ base_version, changes: { name, menu, headline: name, footer_line: name } })
    answered[version] = performance.now()
    // Now and then so soon that pages of the version before are still being rendered.
    await delay(version % 10 === 0 ? LIMIT + 200 : version % 3 === 0 ? 0 : 100)
  }
  await delay(LIMIT)
  ended.abort()
  await reading
  await Promise.all(pending)
  return report
}
