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
  /** The longest that one of them had waited for the server when it stopped listening, in ms. */
  waited: number
  /** From the signal until everything was down, in ms. */
  took: number
  problems: string[]
}

const PER_SECOND = 100

/** SIGTERM to a site on its own database while 100 requests a second come in. */
export async function tortureShutdown(stack: Stack, seconds: number): Promise<ShutdownReport> {
  const report: Account = {
    answered: 0,
    refused: 0,
    waited: 0,
    took: 0,
    problems: [],
    closed: Infinity,
    taken: 0,
    resets: [],
  }
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
  if (existsSync(join(stack.directory, 'postgres', 'cluster', 'postmaster.pid')))
    report.problems.push('the database was not stopped in good order')
  return report
}

interface Account extends ShutdownReport {
  /** When the first connection that was refused began. */
  closed: number
  /** When the last new connection began that was answered. */
  taken: number
  /** When each new connection began that was reset before anything was answered. */
  resets: number[]
}

type Send = () => Promise<Answer>

interface Answer {
  status: number
  /** The connection was made for this request. */
  isNew: boolean
}

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
    const { status, isNew } = await send()
    if (isNew) report.taken = Math.max(report.taken, begun)
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

/**
 * A system resets the connections that wait for a socket in the moment in which it is closed. To whoever asks, that is a
 * refusal. Connections are taken in their order: one that was passed over for a later one is a loss.
 */
function judgeResets(report: Account) {
  for (const begun of report.resets) {
    if (begun < report.taken)
      report.problems.push('a request was dropped that began before one that was taken')
    else report.refused++
    report.waited = Math.max(report.waited, report.closed - begun)
  }
}

type Failure = NodeJS.ErrnoException & Pick<Answer, 'isNew'>

/** @returns once the answer is whole. @throws Failure when it never is */
function send(
  url: string,
  method: string,
  agent: Agent | false,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const type = body ? { 'content-type': 'application/json' } : {}
  const sent = request(url, { method, agent, headers: { ...headers, ...type } }, (response) => {
    const answer = { status: response.statusCode ?? 0, isNew: !sent.reusedSocket }
    text(response).then(() => resolve(answer), reject)
  })
  const fail = (error: Error) => reject(Object.assign(error, { isNew: !sent.reusedSocket }))
  sent.on('error', fail).end(body && JSON.stringify(body))
  return promise
}
