import * as http from 'node:http'
import * as https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '../api.ts'

/** What became of the requests of a load. */
export interface Account {
  answered: number
  /** Answers of a busy server that ask to try again. */
  putOff: number
  /** Refused connections. */
  refused: number
  problems: string[]
  /** Start of the first refused connection. */
  closed: number
  /** Start of the last new connection that was answered. */
  taken: number
  /** Starts of the new connections that were reset before an answer. */
  resets: number[]
}

export const newAccount = (): Account => ({
  answered: 0,
  putOff: 0,
  refused: 0,
  problems: [],
  closed: Infinity,
  taken: 0,
  resets: [],
})

type Send = () => Promise<Answer>

interface Answer {
  status: number
  /** Whether it says when to ask again. */
  isPutOff: boolean
  /** Whether the connection was opened for this request. */
  isNew: boolean
}

/** Sends requests to a site at a constant rate, independent of earlier answers. @returns ends it, after the last answer */
export async function loadSteadily(url: string, perSecond: number, account: Account) {
  const sends = await kindsOfRequests(url)
  const pending: Promise<void>[] = []
  let isOver = false
  const sending = (async () => {
    const begun = performance.now()
    for (let sent = 0; !isOver; sent++) {
      pending.push(record(sends[sent % sends.length]!, account)) // a remainder is a valid index
      await delay(Math.max(0, begun + ((sent + 1) * 1000) / perSecond - performance.now()))
    }
  })()
  return async () => {
    isOver = true
    await sending
    await Promise.all(pending)
  }
}

/** Saves of one article wait for each other, so that one would limit their rate. */
const ARTICLES = 8

/** Pages and saves, over keep-alive connections like a proxy’s and over new ones. */
async function kindsOfRequests(url: string): Promise<Send[]> {
  const { client, headers } = await signIn(url)
  const paths: string[] = []
  for (let index = 0; index < ARTICLES; index++) {
    const { id } = await client.articles.create.mutate({ title: `The last one of ${index}`, content: [] })
    paths.push(`${url}/admin/articles/${id}`)
  }
  const keepAliveAgent = new (url.startsWith('https:') ? https : http).Agent({ keepAlive: true })
  const connections = [keepAliveAgent, false as const]
  return paths.flatMap((path) =>
    connections.flatMap((agent): Send[] => [
      () => send(`${url}/`, 'GET', agent),
      () => send(path, 'GET', agent, headers),
      () => send(path, 'PUT', agent, headers, { title: `The last one of ${performance.now()}` }),
    ]),
  )
}

async function record(send: Send, report: Account) {
  const begun = performance.now()
  try {
    const { status, isNew, isPutOff } = await send()
    if (isNew) report.taken = Math.max(report.taken, begun)
    if (status === 200) report.answered++
    // 409: another save of the article took too long.
    else if ((status === 503 && isPutOff) || status === 409) report.putOff++
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

type Failure = NodeJS.ErrnoException & Pick<Answer, 'isNew'>

/** Resolves with the complete answer. @throws Failure when it stays incomplete */
async function send(...request: Parameters<typeof sendOnce>): Promise<Answer> {
  const [url, method, , ...rest] = request
  try {
    return await sendOnce(...request)
  } catch (error) {
    const { code, isNew } = error as Failure // see below
    // A server may close an idle connection while a client uses it again: clients then repeat the request over a new one.
    if (code === 'ECONNRESET' && !isNew) return sendOnce(url, method, false, ...rest)
    throw error
  }
}

function sendOnce(
  url: string,
  method: string,
  agent: http.Agent | false,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const type = body ? { 'content-type': 'application/json' } : {}
  const { request } = url.startsWith('https:') ? https : http
  const sent = request(url, { method, agent, headers: { ...headers, ...type } }, (response) => {
    const isPutOff = response.headers['retry-after'] !== undefined
    const answer = { status: response.statusCode ?? 0, isNew: !sent.reusedSocket, isPutOff }
    text(response).then(() => resolve(answer), reject)
  })
  const fail = (error: Error) => reject(Object.assign(error, { isNew: !sent.reusedSocket }))
  sent.on('error', fail).end(body && JSON.stringify(body))
  return promise
}
