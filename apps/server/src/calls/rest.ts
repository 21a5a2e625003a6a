import {
  type Contract,
  contract,
  DEFAULT_BODY_LIMIT,
  type Endpoint,
  isQuery,
  notFound,
} from '@nightdesk/contracts'
import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { sendError } from '../http/errors.ts'
import { sendStored } from '../http/send-stored.ts'
import type { PageStore } from '../pages/page-store.ts'
import type { ContextOf } from '../request-context.ts'
import { handlers, router } from '../router.ts'
import { requireAccess } from './access.ts'
import { type CachedCall, cachedCall, readCached } from './cached-answers.ts'
import { parseInput } from './parse-input.ts'

interface Options {
  contextOf: ContextOf
  pages: PageStore
}

/** Serves every endpoint of the contract as plain HTTP, by calling its tRPC procedure. */
export async function rest(app: FastifyInstance, options: Options) {
  const { contextOf } = options
  app.setErrorHandler(sendError)
  for (const { path, endpoint } of endpointsOf(contract)) {
    const call = endpoint.direct
      ? callHandler(path, endpoint, contextOf)
      : callProcedure(path, endpoint, contextOf)
    app.route({
      ...splitRoute(endpoint),
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      // Before anything of the body is read. Calls in process, and batches, are let in where the procedure runs.
      ...(endpoint.access !== 'public' && {
        onRequest: async (request: FastifyRequest) =>
          requireAccess(await contextOf(request), endpoint.access),
      }),
      // A timer for every request has its price; what readers call does without: the database has limits of its own.
      ...(endpoint.access !== 'public' && { handlerTimeout: HANDLER_TIMEOUT }),
      schema: isQuery(endpoint) ? { querystring: querySchema(endpoint) } : {},
      attachValidation: true, // Ajv only turns ?limit=20 into a number here; zod decides what is valid
      handler: endpoint.cached ? cachedHandler(path, endpoint, options, call) : directHandler(endpoint, call),
    })
  }
}

/** Milliseconds. */
const HANDLER_TIMEOUT = 15_000

type Call = (request: FastifyRequest) => Promise<unknown>

const callProcedure = (path: string, endpoint: Endpoint, contextOf: ContextOf): Call => {
  return async (request) =>
    callTRPCProcedure({
      router,
      path,
      type: isQuery(endpoint) ? 'query' : 'mutation',
      ctx: await contextOf(request),
      getRawInput: async () => inputOf(endpoint, request),
      signal: undefined,
      batchIndex: 0,
    })
}

/** Only for what is public: nobody has to be authorized. */
function callHandler(path: string, endpoint: Endpoint, contextOf: ContextOf): Call {
  const [feature, name] = path.split('.') as [keyof typeof handlers, never] // paths are made of these
  const run: (ctx: Context, input: never) => Promise<unknown> = handlers[feature][name]
  return async (request) => {
    const input = parseInput(endpoint, inputOf(endpoint, request)) as never // what this endpoint's handler takes
    return run(await contextOf(request), input)
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const directHandler = (endpoint: Endpoint, call: Call): Handler => {
  return async (request, reply) => {
    const output = await call(request)
    if (output === null && endpoint.missing) throw notFound(endpoint.missing)
    return reply.code(statusOf(endpoint)).send(envelope(endpoint, output))
  }
}

/** Answers from the page store. */
function cachedHandler(path: string, endpoint: Endpoint, { pages, contextOf }: Options, call: Call): Handler {
  const direct = directHandler(endpoint, call)
  const callOf = cachedCallsOf(path, endpoint)
  return async (request, reply) => {
    const cached = callOf(request)
    if (!cached) return direct(request, reply)
    return sendStored(request, reply, await readCached(pages, cached, () => contextOf(request)))
  }
}

/** Addresses whose call is remembered: how many, and of how many characters at most. */
const REMEMBERED = 1_000
const SHORT = 100

/** Finds the call of a request, if its answer is cached. Reading an address takes as long as sending the answer. */
function cachedCallsOf(path: string, endpoint: Endpoint) {
  const calls = new Map<string, CachedCall>()
  return (request: FastifyRequest): CachedCall | undefined => {
    const known = calls.get(request.url)
    if (known) return known
    const call = cachedCall(path, endpoint, inputOf(endpoint, request))
    if (!call) return undefined
    if (calls.size >= REMEMBERED) calls.clear()
    if (request.url.length <= SHORT) calls.set(request.url, call)
    return call
  }
}

/** Every endpoint with its tRPC path, such as `articles.publish`. */
export const endpointsOf = (contract: Contract) =>
  Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ path: `${feature}.${name}`, feature, endpoint })),
  )

export function splitRoute({ route }: Endpoint) {
  const [method, url] = route.split(' ')
  // The type of a route is `METHOD /path`.
  return { method: method as 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: url! }
}

export const statusOf = ({ reply, status = 200 }: Endpoint) => (reply === 'empty' ? 204 : status)

const envelopes = {
  bare: (output: unknown) => output,
  article: (article: unknown) => ({ article }),
  data: (data: unknown) => ({ success: true, data }),
  success: () => ({ success: true }),
  empty: () => undefined,
}

const envelope = ({ reply = 'bare' }: Endpoint, output: unknown) => envelopes[reply](output)

/** The path wins over query or body. A body that is no object is left to zod to refuse. */
function inputOf(endpoint: Endpoint, { query, body, params }: FastifyRequest) {
  const carrier = isQuery(endpoint) ? query : body
  if (carrier !== undefined && carrier !== null && (typeof carrier !== 'object' || Array.isArray(carrier)))
    return carrier
  return { ...carrier, ...(params as object) }
}

/** JSON Schema of a query string; path parameters are not Ajv’s (it would take `1e3` for 1000). */
function querySchema({ input }: Endpoint) {
  const {
    $schema: _,
    required: __,
    ...schema
  } = z.toJSONSchema(input, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
  return schema
}
