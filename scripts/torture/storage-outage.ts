import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Article } from '../../packages/contracts/src/index.ts'
import { call, expectSuccess, openSession } from './api.ts'
import type { Site } from './outside.ts'
import { sendPicture } from './pictures.ts'
import { ADMIN, readStatus } from './tour.ts'
import { until } from './until.ts'

export interface StorageReport {
  outages: number
  /** Milliseconds until the system status showed an outage. */
  longestSilence: number
  /** Milliseconds from the return of the storage until uploads and status were right. */
  longestReturn: number
  problems: string[]
}

/** Milliseconds after which a recovery has failed. */
const RECOVERY_LIMIT = 60_000

/** Stops the storage of a site, alternately refusing connections and leaving them without an answer, and restarts it. */
export async function tortureStorage(site: Site, outages: number): Promise<StorageReport> {
  const report: StorageReport = { outages, longestSilence: 0, longestReturn: 0, problems: [] }
  const url = site.stacks[0]?.url ?? ''
  const fixture = await createFixture(url)
  for (let outage = 0; outage < outages; outage++) {
    const restart = await stopStorage(site, outage % 2 === 1)
    // A machine must also start during an outage.
    const late = outage === 0 ? await site.addStack() : undefined
    const urls = late ? [url, late.url] : [url]
    await Promise.all(urls.map((at) => checkOutage(at, fixture, report)))
    await restart()
    await Promise.all(urls.map((at) => checkRecovery(at, fixture, report)))
    const { status } = await fetch(url + fixture.picture)
    if (status !== 200) report.problems.push(`a picture of before was answered with ${status}`)
  }
  report.problems.push(...site.accidents())
  return report
}

interface Fixture {
  token: string
  headers: { authorization: string }
  /** Path of a stored picture. */
  picture: string
  /** Id of a published article. */
  article: number
}

async function createFixture(url: string): Promise<Fixture> {
  const token = await openSession(url, ADMIN)
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await sendPicture(url, token)
  const draft = { title: 'Words alone', content: [], poster_image_id: data.image_id }
  const { article } = await expectSuccess(
    call<{ article: Article }>(`${url}/admin/articles`, 'POST', draft, headers),
  )
  await expectSuccess(call(`${url}/admin/articles/${article.id}/publish`, 'PUT', {}, headers))
  return { token, headers, picture: data.url, article: article.id }
}

/** @returns restarts it */
async function stopStorage({ storage }: Site, isSilent: boolean): Promise<() => Promise<void>> {
  await storage.stop()
  if (!isSilent) return storage.start
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  mute.listen(Number(new URL(storage.endpoint).port), '127.0.0.1')
  await once(mute, 'listening')
  return async () => {
    for (const socket of sockets) socket.destroy()
    mute.close()
    await once(mute, 'close')
    await storage.start()
  }
}

/** Checks that texts work, and that requests for files are refused. */
async function checkOutage(url: string, fixture: Fixture, report: StorageReport) {
  const begun = performance.now()
  const status = readStatus(url, fixture.headers).then(({ s3 }) => ({
    s3,
    silence: performance.now() - begun,
  }))
  const article = `${url}/admin/articles/${fixture.article}`
  const [read, page, saved, upload, picture] = await Promise.all([
    call(`${url}/api/articles/${fixture.article}`, 'GET'),
    fetch(`${url}/post/${fixture.article}`),
    call(article, 'PUT', { title: 'Still' }, fixture.headers),
    sendPicture(url, fixture.token),
    fetch(url + fixture.picture),
  ])
  for (const [what, answer] of Object.entries({ read, page, saved }))
    if (answer.status !== 200) report.problems.push(`${what}: ${answer.status} without storage`)
  for (const [what, answer] of Object.entries({ upload, picture }))
    if (answer.status !== 503 || !answer.headers.has('retry-after'))
      report.problems.push(`${what}: ${answer.status} without storage`)
  const { s3, silence } = await status
  report.longestSilence = Math.max(report.longestSilence, silence)
  if (s3.status !== 'error') report.problems.push(`a storage that is down is shown as ${s3.status}`)
}

async function checkRecovery(url: string, fixture: Fixture, report: StorageReport) {
  const took = await until('uploads work again', RECOVERY_LIMIT, async () => {
    const { status } = await sendPicture(url, fixture.token)
    return status === 201
  })
  report.longestReturn = Math.max(report.longestReturn, took)
  const { s3 } = await readStatus(url, fixture.headers)
  if (s3.status !== 'connected') report.problems.push(`a storage that is back is shown as ${s3.status}`)
}
