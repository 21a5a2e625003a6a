import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createClient } from '@nightdesk/client'
import { call, type Session, save, signIn } from '../api.ts'
import { until } from '../until.ts'
import type { Site } from './outside.ts'
import { sendPicture } from './pictures.ts'

interface StorageReport {
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
  const report: StorageReport = { longestSilence: 0, longestReturn: 0, problems: [] }
  const fixture = await createFixture(site.stacks[0]?.url ?? '')
  const { url } = fixture.session
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
  session: Session
  /** Path of a stored picture. */
  picture: string
  /** Id of a published article. */
  article: number
}

async function createFixture(url: string): Promise<Fixture> {
  const session = await signIn(url)
  const { articles } = session.client
  const { data } = await sendPicture(url, session.token)
  const draft = { title: 'Words alone', content: [], poster_image_id: data.image_id }
  const { id } = await articles.create.mutate(draft)
  await articles.publish.mutate({ id })
  return { session, picture: data.url, article: id }
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
async function checkOutage(url: string, { session, article, ...fixture }: Fixture, report: StorageReport) {
  const begun = performance.now()
  const status = statusOf(url, session).then((s3) => ({ s3, silence: performance.now() - begun }))
  const [read, page, saved, upload, picture] = await Promise.all([
    call(`${url}/api/articles/${article}`, 'GET'),
    fetch(`${url}/post/${article}`),
    save({ ...session, url }, article, { title: 'Still' }),
    sendPicture(url, session.token),
    fetch(url + fixture.picture),
  ])
  for (const [what, answer] of Object.entries({ read, page, saved }))
    if (answer.status !== 200) report.problems.push(`${what}: ${answer.status} without storage`)
  for (const [what, answer] of Object.entries({ upload, picture }))
    if (answer.status !== 503 || !answer.headers.has('retry-after'))
      report.problems.push(`${what}: ${answer.status} without storage`)
  const { s3, silence } = await status
  report.longestSilence = Math.max(report.longestSilence, silence)
  if (s3 !== 'error') report.problems.push(`a storage that is down is shown as ${s3}`)
}

async function checkRecovery(url: string, { session }: Fixture, report: StorageReport) {
  const took = await until('uploads work again', RECOVERY_LIMIT, async () => {
    const { status } = await sendPicture(url, session.token)
    return status === 201
  })
  report.longestReturn = Math.max(report.longestReturn, took)
  const s3 = await statusOf(url, session)
  if (s3 !== 'connected') report.problems.push(`a storage that is back is shown as ${s3}`)
}

/** As the server at an address shows the storage. */
async function statusOf(url: string, { token }: Session) {
  const { s3 } = await createClient(url, token).system.status.query({})
  return s3.status
}
