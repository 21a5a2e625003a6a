import { type ApiRouter, SERVER_ERROR } from '@nightdesk/contracts'
import type { Page, Route } from '@playwright/test'
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

const FAILURE = { code: 'INTERNAL_ERROR', request_id: 'a-request' }

/** Lets this call fail on the server from now on. */
export function fail(page: Page, call: Call): Promise<void> {
  return intercept(page, call, (route) =>
    isProcedure(call)
      ? answerOne(route, call, failureOf(call))
      : call === 'everything'
        ? route.fulfill({ status: 500, json: callsOf(new URL(route.request().url())).map(failureOf) })
        : route.fulfill({ status: 500, json: { success: false, error: SERVER_ERROR, ...FAILURE } }),
  )
}

const failureOf = (path: string) => ({
  error: { message: SERVER_ERROR, code: -32603, data: { ...FAILURE, httpStatus: 500, path } },
})

/** Lets this call not reach the server from now on. */
export function cutOff(page: Page, call: Call): Promise<void> {
  return intercept(page, call, (route) => route.abort('internetdisconnected'))
}

/** Leaves this call unanswered from now on. */
export function hold(page: Page, call: Call): Promise<void> {
  return intercept(page, call, () => new Promise(() => {}))
}

export async function answer(page: Page, answers: Answers): Promise<void> {
  for (const [feature, outputs] of Object.entries(answers)) {
    for (const [name, data] of Object.entries(outputs)) {
      // The keys of Answers are the features and names of the contract.
      const call = `${feature}.${name}` as Call
      await intercept(page, call, (route) => answerOne(route, call, { result: { data } }))
    }
  }
}

async function intercept(page: Page, call: Call, handle: (route: Route) => Promise<void>): Promise<void> {
  await page.route(
    (url) => isCalled(call, url),
    (route, request) => {
      const isDocument = request.resourceType() === 'document'
      return isDocument ? route.fallback() : handle(route)
    },
  )
}

function isCalled(call: Call, url: URL): boolean {
  if (call === 'everything') return url.pathname.startsWith('/trpc/')
  if (call === 'upload') return url.pathname === '/admin/upload'
  if (call === 'view') return /^\/api\/articles\/\d+\/view$/.test(url.pathname)
  if (call === 'page') return url.pathname === '/' || url.pathname.startsWith('/post/')
  return callsOf(url).includes(call)
}

/** Answers only the matching calls of a batched request; the server answers the others. */
async function answerOne(route: Route, call: Call, own: unknown): Promise<void> {
  const calls = callsOf(new URL(route.request().url()))
  const theirs: unknown[] = calls.length > 1 ? await (await route.fetch()).json() : []
  await route.fulfill({ json: calls.map((name, index) => (name === call ? own : theirs[index])) })
}

/** The procedures that a batched request calls. */
export const callsOf = ({ pathname }: URL) =>
  pathname.startsWith('/trpc/') ? decodeURIComponent(pathname.slice('/trpc/'.length)).split(',') : []

const isProcedure = (call: Call) => call.includes('.')
