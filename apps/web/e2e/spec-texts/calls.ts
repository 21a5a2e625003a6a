import { type ApiRouter, SERVER_ERROR } from '@nightdesk/contracts'
import type { Page } from '@playwright/test'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<ApiRouter>

/**
 * A procedure of the API or all of them, an upload, the recording of a view, or a public page that is swapped in place.
 */
export type Call =
  | { [F in keyof Outputs]: `${F}.${keyof Outputs[F] & string}` }[keyof Outputs]
  | 'everything'
  | 'upload'
  | 'view'
  | 'page'

/** Answers of procedures, which replace those of the server. */
export type Answers = { [F in keyof Outputs]?: Partial<Outputs[F]> }

/** What happens to a call. An object is its answer. */
type Fate = 'fails' | 'is cut off' | 'is held' | { data: unknown }

/** Lets this call fail on the server from now on. */
export const fail = (page: Page, call: Call) => intercept(page, { [call]: 'fails' })

/** Lets this call not reach the server from now on. */
export const cutOff = (page: Page, call: Call) => intercept(page, { [call]: 'is cut off' })

/** Leaves this call unanswered from now on. */
export const hold = (page: Page, call: Call) => intercept(page, { [call]: 'is held' })

export async function answer(page: Page, answers: Answers): Promise<void> {
  for (const [feature, outputs] of Object.entries(answers))
    for (const [name, data] of Object.entries(outputs))
      await intercept(page, { [`${feature}.${name}`]: { data } })
}

/** Lets all calls reach the server again. */
export const restore = (page: Page) => intercepted.get(page)?.clear()

const intercepted = new WeakMap<Page, Map<string, Fate>>()

/** Addresses of calls. Playwright’s routes would intercept all requests, and switch the HTTP cache off. */
const PATTERNS = ['*/trpc/*', '*/admin/upload', '*/api/articles/*/view', '*/', '*/\\?*', '*/post/*']

async function intercept(page: Page, own: Record<string, Fate>): Promise<void> {
  const fates = intercepted.get(page) ?? new Map<string, Fate>()
  for (const [call, fate] of Object.entries(own)) fates.set(call, fate)
  if (intercepted.has(page)) return
  intercepted.set(page, fates)
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const { url, method, headers, postData: data } = request
    const calls = resourceType === 'Document' ? [] : callsAt(new URL(url))
    const isProcedures = calls.every((call) => call.includes('.'))
    const found = calls.map((call) => fates.get(call) ?? (isProcedures ? fates.get('everything') : undefined))
    /** The server answers the other calls of a batched request. */
    const askServer = async (): Promise<unknown[]> =>
      found.every(Boolean) ? [] : (await page.request.fetch(url, { method, headers, data })).json()
    async function settle() {
      if (found.includes('is held')) return
      if (found.includes('is cut off'))
        return session.send('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' })
      if (!found.some(Boolean)) return session.send('Fetch.continueRequest', { requestId })

      const theirs = await askServer()
      const answers = calls.map((call, index) => answerOf(call, found[index]) ?? theirs[index])
      const body = isProcedures ? answers : { success: false, error: SERVER_ERROR, ...FAILURE }
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: found.every((fate) => fate === 'fails') ? 500 : 200,
        responseHeaders: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      })
    }
    // A page that is left or closed has ended its requests.
    settle().catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: PATTERNS.map((urlPattern) => ({ urlPattern })) })
}

const FAILURE = { code: 'INTERNAL_ERROR', request_id: 'a-request' }

function answerOf(path: string, fate: Fate | undefined) {
  const data = { ...FAILURE, httpStatus: 500, path }
  return fate === 'fails'
    ? { error: { message: SERVER_ERROR, code: -32603, data } }
    : fate && { result: fate }
}

function callsAt(url: URL): string[] {
  if (url.pathname === '/admin/upload') return ['upload']
  if (url.pathname.endsWith('/view')) return ['view']
  return url.pathname === '/' || url.pathname.startsWith('/post/') ? ['page'] : callsOf(url)
}

/** The procedures that a batched request calls. */
export const callsOf = ({ pathname }: URL) =>
  pathname.startsWith('/trpc/') ? decodeURIComponent(pathname.slice('/trpc/'.length)).split(',') : []
