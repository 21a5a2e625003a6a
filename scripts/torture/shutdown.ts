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
  /** Refused connections, which a client may retry at another server. */
  refused: number
  /** The longest time that a refused connection had waited when the server stopped listening, in ms. */
  waited: number
  /** Milliseconds from the signal until all processes had exited. */
  took: number
  problems: string[]
}

const PER_SECOND = 100

/** Sends SIGTERM to a site on its own database under a load of 100 requests per second. */
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
  classifyResets(report)
  if (code !== 0) report.problems.push(`Nightdesk ended with ${code}`)
  if (existsSync(join(stack.directory, 'postgres', 'cluster', 'postmaster.pid')))
    report.problems.push('the database was not stopped in good order')
  return report
}

interface Account extends ShutdownReport {
  /** Start of the first refused connection. */
  closed: number
  /** Start of the last new connection that was answered. */
  taken: number
  /** Starts of the new connections that were reset before an answer. */
  resets: number[]
}

type Send = () => Promise<Answer>

interface Answer {
  status: number
  /** Whether the connection was opened for this request. */
  isNew: boolean
}

/** Pages and saves, over keep-alive connections like a proxy’s and over new ones. */
async function kindsOfRequests(url: string): Promise<Send[]> {
  const headers = { authorization: `Bearer ${await openSession(url, ADMIN)}` }
  const draft = { title: 'The last one', content: [] }
  const { article } = await expectSuccess(
    call<{ article: Article }>(`${url}/admin/articles`, 'POST', draft, headers),
  )
  const path = `${url}/admin/articles/${article.id}`
  const keepAliveAgent = new Agent({ keepAlive: true })
  return [keepAliveAgent, false as const].flatMap((agent): Send[] => [
    () => send(`${url}/`, 'GET', agent),
    () => send(path, 'GET', agent, headers),
    () => send(path, 'PUT', agent, headers, { title: `The last one of ${performance.now()}` }),
  ])
}

/** Sends requests at a constant rate, independent of earlier answers. */
async function sendSteadily(sends: Send[], signal: AbortSignal, report: Account) {
  const pending: Promise<void>[] = []
  const begun = performance.now()
  for (let sent = 0; !signal.aborted; sent++) {
    const send = sends[sent % sends.length]! // a remainder is a valid index
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
 * The system resets connections that wait in the backlog of a socket when it is closed, which a client sees as a refusal.
 * Connections are accepted in order, so a connection reset before an accepted later one is a loss.
 */
function classifyResets(report: Account) {
  for (const begun of report.resets) {
    if (begun < report.taken)
      report.problems.push('a request was dropped that began before one that was taken')
    else report.refused++
    report.waited = Math.max(report.waited, report.closed - begun)
  }
}

type Failure = NodeJS.ErrnoException & Pick<Answer, 'isNew'>

/** Resolves with the complete answer. @throws Failure when it stays incomplete */
async function send(...request: Parameters<typeof sendOnce>): Promise<Answer> {
  try {
    return await sendOnce(...request)
  } catch (error) {
    const { code, isNew } = error as Failure // see below
    // A server may close an idle connection at the moment in which a client uses it again: clients then repeat the request.
    if (code === 'ECONNRESET' && !isNew) return sendOnce(...request)
    throw error
  }
}

function sendOnce(
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
