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

/**
 * Milliseconds. A system resets the connections that wait for a socket in the moment in which it is closed. To whoever
 * asks, that is a refusal; a request that had waited longer would be a loss.
 */
const MOMENT = 20

/** SIGTERM to a site on its own database while 100 requests a second come in. */
export async function tortureShutdown(stack: Stack, seconds: number): Promise<ShutdownReport> {
  const report: Account = { answered: 0, refused: 0, took: 0, problems: [], closed: Infinity, resets: [] }
  const sends = await kindsOfRequests(stack.url)
  const ended = new AbortController()
  const load = sendSteadily(sends, ended.signal, report)
  await delay(seconds * 1000)
  const begun = performance.now()
  const code = await stack.stop()
  report.took = performance.now() - begun
  ended.abort()
  await load
  judgeResets(report)
  if (code !== 0) report.problems.push(`Nightdesk ended with ${code}`)
  if (report.took > LIMIT) report.problems.push(`stopping took ${Math.round(report.took)} ms`)
  if (existsSync(join(stack.directory, 'postgres', 'cluster', 'postmaster.pid')))
    report.problems.push('the database was not stopped in good order')
  return report
}

interface Account extends ShutdownReport {
  /** When the first connection that was refused began. */
  closed: number
  /** When each new connection began that was reset before anything was answered. */
  resets: number[]
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
async function sendSteadily(sends: Send[], signal: AbortSignal, report: Account) {
  const pending: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; !signal.aborted; sent++) {
    const send = sends[sent % sends.length]! // the rest of a division is an index
    pending.push(account(send, report))
    await delay(Math.max(0, begun + ((sent + 1) * 1000) / PER_SECOND - performance.now()))
  }
  await Promise.all(pending)
}

async function account(send: Send, report: Account) {
  const begun = performance.now()
  try {
    const status = await send()
    if (status === 200 || status === 503) report.answered++
    else report.problems.push(`a request was answered with ${status}`)
  } catch (error) {
    const { code, message, isNew } = error as Failure // see below
    if (code === 'ECONNREFUSED') {
      report.refused++
      report.closed = Math.min(report.closed, begun)
    } else if (code === 'ECONNRESET' && isNew) report.resets.push(begun)
    else report.problems.push(`a request was dropped: ${code ?? message}`)
  }
}

function judgeResets(report: Account) {
  for (const begun of report.resets) {
    const waited = report.closed - begun
    if (waited < MOMENT) report.refused++
    else report.problems.push(`a request was dropped that began ${Math.round(waited)} ms before the end`)
  }
}

interface Failure extends NodeJS.ErrnoException {
  /** The connection was made for this request. */
  isNew: boolean
}

/** @returns the status, once the answer is whole. @throws Failure when it never is */
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
  const fail = (error: Error) => reject(Object.assign(error, { isNew: !sent.reusedSocket }))
  sent.on('error', fail).end(body && JSON.stringify(body))
  return promise
}
