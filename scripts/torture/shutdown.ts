import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Article } from '../../packages/contracts/src/index.ts'
import type { Stack } from '../stack.ts'
import { call, expectSuccess, openSession } from './api.ts'
import { ADMIN } from './tour.ts'

export interface ShutdownReport {
  answered: number
  /** Connections that nobody took any more: whoever asks can ask elsewhere. */
  refused: number
  /** From the signal until everything was down, in ms. */
  took: number
  problems: string[]
}

const PER_SECOND = 100
const LIMIT = 10_000

/** SIGTERM to a site on its own database while 100 requests a second come in. */
export async function tortureShutdown(stack: Stack, seconds: number): Promise<ShutdownReport> {
  const report: ShutdownReport = { answered: 0, refused: 0, took: 0, problems: [] }
  const sends = await kindsOfRequests(stack.url)
  const ended = new AbortController()
  const load = sendSteadily(sends, ended.signal, report)
  await delay(seconds * 1000)
  const begun = performance.now()
  const code = await stack.stop()
  report.took = performance.now() - begun
  ended.abort()
  await load
  if (code !== 0) report.problems.push(`Nightdesk ended with ${code}`)
  if (report.took > LIMIT) report.problems.push(`stopping took ${Math.round(report.took)} ms`)
  if (existsSync(join(stack.directory, 'postgres', 'cluster', 'postmaster.pid')))
    report.problems.push('the database was not stopped in good order')
  return report
}

type Send = () => Promise<number>

/** Pages and saves, over connections that are kept, as a proxy’s are, and over new ones. */
async function kindsOfRequests(url: string): Promise<Send[]> {
  const headers = { authorization: `Bearer ${await openSession(url, ADMIN)}` }
  const draft = { title: 'The last one', content: [] }
  const { article } = await expectSuccess(
    call<{ article: Article }>(`${url}/admin/articles`, 'POST', draft, headers),
  )
  const path = `${url}/admin/articles/${article.id}`
  const kept = new Agent({ keepAlive: true })
  return [kept, false as const].flatMap((agent): Send[] => [
    () => send(`${url}/`, 'GET', agent),
    () => send(path, 'GET', agent, headers),
    () => send(path, 'PUT', agent, headers, { title: `The last one of ${performance.now()}` }),
  ])
}

/** At a steady pace, whatever becomes of those before. */
async function sendSteadily(sends: Send[], signal: AbortSignal, report: ShutdownReport) {
  const pending: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; !signal.aborted; sent++) {
    const send = sends[sent % sends.length]! // the rest of a division is an index
    pending.push(account(send, report))
    await delay(Math.max(0, begun + ((sent + 1) * 1000) / PER_SECOND - performance.now()))
  }
  await Promise.all(pending)
}

async function account(send: Send, report: ShutdownReport) {
  try {
    const status = await send()
    if (status === 200 || status === 503) report.answered++
    else report.problems.push(`a request was answered with ${status}`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // node:http throws nothing else
    if (code === 'ECONNREFUSED') report.refused++
    else report.problems.push(`a request was dropped: ${code ?? message}`)
  }
}

/** @returns the status, once the answer is whole. @throws when it never is */
function send(
  url: string,
  method: string,
  agent: Agent | false,
  headers: Record<string, string> = {},
  body?: object,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const type = body ? { 'content-type': 'application/json' } : {}
  const sent = request(url, { method, agent, headers: { ...headers, ...type } }, (response) => {
    text(response).then(() => resolve(response.statusCode ?? 0), reject)
  })
  sent.on('error', reject).end(body && JSON.stringify(body))
  return promise
}
