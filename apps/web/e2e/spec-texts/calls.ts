import { type ApiRouter, SERVER_ERROR } from '@nightdesk/contracts'
import type { Page, Route } from '@playwright/test'
import type { inferRouterOutputs } from '@trpc/server'

type Outputs = inferRouterOutputs<ApiRouter>

/**
 * A procedure of the API, or all of them at once; an upload, the record of a view, or a public page that is shown in
 * place.
 */
export type Call =
  | { [F in keyof Outputs]: `${F}.${keyof Outputs[F] & string}` }[keyof Outputs]
  | 'everything'
  | 'upload'
  | 'view'
  | 'page'

/** What calls are answered with, instead of what the server would say. */
export type Answers = { [F in keyof Outputs]?: Partial<Outputs[F]> }

const FAILURE = { code: 'INTERNAL_ERROR', request_id: 'a-request' }

/** From now on the server fails at this call. */
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

/** From now on this call does not reach the server. */
export function cutOff(page: Page, call: Call): Promise<void> {
  return intercept(page, call, (route) => route.abort('internetdisconnected'))
}

/** From now on this call is not answered. */
export function hold(page: Page, call: Call): Promise<void> {
  return intercept(page, call, () => new Promise(() => {}))
}

export async function answer(page: Page, answers: Answers): Promise<void> {
  for (const [feature, outputs] of Object.entries(answers)) {
    for (const [name, data] of Object.entries(outputs)) {
      // Answers has the features and names of the contract as its keys.
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

/** Calls that are made at the same time travel together; the others are still answered by the server. */
async function answerOne(route: Route, call: Call, own: unknown): Promise<void> {
  const calls = callsOf(new URL(route.request().url()))
  const theirs: unknown[] = calls.length > 1 ? await (await route.fetch()).json() : []
  await route.fulfill({ json: calls.map((name, index) => (name === call ? own : theirs[index])) })
}

const callsOf = ({ pathname }: URL) =>
  pathname.startsWith('/trpc/') ? decodeURIComponent(pathname.slice('/trpc/'.length)).split(',') : []

const isProcedure = (call: Call) => call.includes('.')
