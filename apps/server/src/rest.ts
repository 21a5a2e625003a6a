import { type Contract, contract, DEFAULT_BODY_LIMIT, type Endpoint, isQuery } from '@nightdesk/contracts'
import { articleTag, LISTS } from '@nightdesk/db'
import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from './context.ts'
import { sendError } from './errors.ts'
import type { PageStore, Rendered } from './pages/page-store.ts'
import { parseInput } from './parse-input.ts'
import type { ContextOf } from './request-context.ts'
import { sendStored } from './send-stored.ts'
import { handlers, router } from './trpc.ts'

interface Options {
  contextOf: ContextOf
  pages: PageStore
}

/** Serves every endpoint of the contract as plain HTTP, by calling its tRPC procedure. */
export async function rest(app: FastifyInstance, { contextOf, pages }: Options) {
  app.setErrorHandler(sendError)
  for (const { path, endpoint } of endpointsOf(contract)) {
    const call = endpoint.direct
      ? callHandler(path, endpoint, contextOf)
      : callProcedure(path, endpoint, contextOf)
    app.route({
      ...splitRoute(endpoint),
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      // A timer for every request has its price; what readers call does without: the database has limits of its own.
      ...(endpoint.access !== 'public' && { handlerTimeout: HANDLER_TIMEOUT }),
      schema: isQuery(endpoint) ? { querystring: querySchema(endpoint) } : {},
      attachValidation: true, // Ajv only turns ?limit=20 into a number here; zod decides what is valid
      handler: endpoint.kept ? keptHandler(endpoint, pages, call) : directHandler(endpoint, call),
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

/** Only for what is public: nobody has to be let in. */
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
    return reply.code(statusOf(endpoint)).send(envelope(endpoint, output))
  }
}

type KeptInput = { id?: number; limit?: number }

/** What a kept answer may be asked for by: with anything else, such as searches, anybody could fill the page store. */
const KEPT_KEYS = ['id', 'limit']

/** Answers from the page store. */
function keptHandler(endpoint: Endpoint, pages: PageStore, call: Call): Handler {
  const direct = directHandler(endpoint, call)
  const placeAt = placesOf(endpoint)
  return async (request, reply) => {
    const place = placeAt(request)
    if (!place) return direct(request, reply)
    const render = async (): Promise<Rendered> => {
      const body = JSON.stringify(envelope(endpoint, await call(request)))
      return { status: statusOf(endpoint), type: 'application/json; charset=utf-8', body }
    }
    return sendStored(request, reply, await pages.get(place.key, place.tags, render))
  }
}

/** Where the page store keeps an answer. */
interface Place {
  key: string
  tags: readonly string[]
}

/** Addresses whose place is remembered: how many, and of how many characters at most. */
const REMEMBERED = 1_000
const SHORT = 100

/** Finds the place for a request, if its answer is kept. Reading an address takes as long as sending the answer. */
function placesOf(endpoint: Endpoint) {
  const places = new Map<string, Place>()
  return (request: FastifyRequest): Place | undefined => {
    const known = places.get(request.url)
    if (known) return known
    const input = parseInput(endpoint, inputOf(endpoint, request)) as KeptInput // looked at right below
    if (!Object.keys(input).every((key) => KEPT_KEYS.includes(key))) return undefined
    const tag = endpoint.kept === 'article' && input.id !== undefined ? articleTag(input.id) : LISTS
    const place = { key: `${endpoint.route} ${JSON.stringify(input)}`, tags: [tag] }
    if (places.size >= REMEMBERED) places.clear()
    if (request.url.length <= SHORT) places.set(request.url, place)
    return place
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
