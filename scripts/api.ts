import { type Client, createClient } from '@nightdesk/client'
import type { Article, Block } from '../packages/contracts/src/index.ts'
import { ADMIN } from './stack.ts'

/** Milliseconds after which a request is aborted. */
const ANSWER_LIMIT = 10_000

/** Somebody who is signed in at a site. */
export interface Session {
  url: string
  token: string
  /** Request headers with the token. */
  headers: { authorization: string }
  /** Throws for every answer but a success. */
  client: Client
}

/** @throws when the credentials are refused, or nothing answers in time */
export async function signIn(url: string, account = ADMIN): Promise<Session> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT)
  const { token } = await createClient(url).auth.login.mutate(account, { signal })
  return { url, token, headers: { authorization: `Bearer ${token}` }, client: createClient(url, token) }
}

/** Makes a key of the admin that reads and writes. */
export async function makeKey(url: string): Promise<string> {
  const { client } = await signIn(url)
  const { token } = await client.keys.create.mutate({ name: 'Calls', scope: 'write' })
  return token
}

export interface Answer<T> {
  /** 0 when the connection broke, so that the outcome of the request is unknown. */
  status: number
  /** A T for status 2xx, otherwise any JSON. */
  body: T
  /** Empty when the connection broke. */
  headers: Headers
}

/** Sends a request with an optional JSON body. Never throws: a broken connection has status 0. */
export async function call<T>(
  url: string,
  method: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  try {
    const response = await fetch(url, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT),
    })
    // as the contract says
    return { status: response.status, body: (await response.json()) as T, headers: response.headers }
  } catch {
    // As T, since callers check the status before they read the body.
    return { status: 0, body: undefined as T, headers: new Headers() }
  }
}

/** Returns the body of a successful answer. @throws for any other */
export async function expectSuccess<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await answer
  if (status >= 200 && status < 300) return body
  throw new Error(`A request that has to succeed was answered with ${status}`)
}

interface Changes {
  title?: string
  content?: Block[]
  base_version?: number
}

/** Saves an article by {@link call}. */
export const save = ({ url, headers }: Session, id: number, changes: Changes) =>
  call<{ article: Article }>(`${url}/admin/articles/${id}`, 'PUT', changes, headers)

/** A browser: the views of robots are not counted. */
const READER = { 'user-agent': 'Mozilla/5.0 Firefox/145.0' }

/** Records a view of a story by {@link call}. */
export const sendView = (url: string, id: number, view: { session_id: string; version_id?: number }) =>
  call<{ counted: boolean }>(`${url}/api/articles/${id}/view`, 'POST', view, READER)

/** Opens the home page. @returns milliseconds */
export async function timeHome(url: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  await answer.text()
  if (answer.status !== 200) throw new Error(`The home page was answered with ${answer.status}`)
  return performance.now() - begun
}

export const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
