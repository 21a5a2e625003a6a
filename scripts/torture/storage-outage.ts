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
  /** Until system status told of an outage, in ms. */
  longestSilence: number
  /** From the storage’s return until uploads and status were right, in ms. */
  longestReturn: number
  problems: string[]
}

/** Milliseconds: what has not happened by then never will. */
const PATIENCE = 60_000

/** Takes the storage of a site away, in turn by refusing connections and by silence, and gives it back. */
export async function tortureStorage(site: Site, outages: number): Promise<StorageReport> {
  const report: StorageReport = { outages, longestSilence: 0, longestReturn: 0, problems: [] }
  const url = site.stacks[0]?.url ?? ''
  const desk = await openDesk(url)
  for (let outage = 0; outage < outages; outage++) {
    const comeBack = await takeAway(site, outage % 2 === 1)
    // A machine that starts meanwhile is a machine like any other.
    const late = outage === 0 ? await site.addStack() : undefined
    const urls = late ? [url, late.url] : [url]
    await Promise.all(urls.map((at) => lookAround(at, desk, report)))
    await comeBack()
    await Promise.all(urls.map((at) => worksAgain(at, desk, report)))
    const { status } = await fetch(url + desk.picture)
    if (status !== 200) report.problems.push(`a picture of before was answered with ${status}`)
  }
  report.problems.push(...site.accidents())
  return report
}

interface Desk {
  token: string
  headers: { authorization: string }
  /** Path of a stored picture. */
  picture: string
  /** Of a published article. */
  article: number
}

async function openDesk(url: string): Promise<Desk> {
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

/** @returns what brings it back */
async function takeAway({ storage }: Site, isSilent: boolean): Promise<() => Promise<void>> {
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

/** Texts are there, and whatever needs a file says so. */
async function lookAround(url: string, desk: Desk, report: StorageReport) {
  const begun = performance.now()
  const status = readStatus(url, desk.headers).then(({ s3 }) => ({ s3, silence: performance.now() - begun }))
  const article = `${url}/admin/articles/${desk.article}`
  const [read, page, saved, upload, picture] = await Promise.all([
    call(`${url}/api/articles/${desk.article}`, 'GET'),
    fetch(`${url}/post/${desk.article}`),
    call(article, 'PUT', { title: 'Still' }, desk.headers),
    sendPicture(url, desk.token),
    fetch(url + desk.picture),
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

async function worksAgain(url: string, desk: Desk, report: StorageReport) {
  const took = await until('uploads work again', PATIENCE, async () => {
    const { status } = await sendPicture(url, desk.token)
    return status === 201
  })
  report.longestReturn = Math.max(report.longestReturn, took)
  const { s3 } = await readStatus(url, desk.headers)
  if (s3.status !== 'connected') report.problems.push(`a storage that is back is shown as ${s3.status}`)
}
