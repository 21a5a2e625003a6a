import { Transform } from 'node:stream'
import { AppError, CONTENT_BODY_LIMIT, contract, DEFAULT_BODY_LIMIT } from '@nightdesk/contracts'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteRefusal } from '../audit-log/note-refusal.ts'
import type { Context } from '../context.ts'
import { logFailure, retryAfter, startErrorReply, toAppError, trpcError } from '../http/errors.ts'
import { parseJson, readText } from '../http/json.ts'
import type { PageStore } from '../pages/page-store.ts'
import type { ContextOf } from '../request-context.ts'
import { router } from '../router.ts'
import { refusalOf } from './access.ts'
import { cachedCall, readCached } from './cached-answers.ts'
import { costOf } from './costly-reads.ts'
import { endpointsOf } from './endpoints.ts'

interface Options {
  contextOf: ContextOf
  pages: PageStore
}

/** The code that JSON-RPC 2.0 gives to a request that is none; tRPC’s form of an error has one. */
const JSON_RPC_INVALID_REQUEST = -32600

/** Serves the contract to the typed client under `/trpc`. Has a scope of its own: tRPC takes JSON as text. */
export async function trpcAdapter(app: FastifyInstance, { contextOf, pages }: Options) {
  app.setErrorHandler((error, request, reply) => {
    const answer = startErrorReply(error, request, reply)
    return reply.send({ error: { code: JSON_RPC_INVALID_REQUEST, ...trpcError(answer) } })
  })
  const allowed = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', async (request) => {
    const names = namesIn(request)
    requireSmallBatch(names)
    const ctx = await contextOf(request)
    requireAccessToAny(ctx, names)
    const bytes = bytesFor(ctx, names)
    if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge()
    allowed.set(request, bytes)
  })
  app.addHook('preParsing', async (request, _reply, body) => {
    // One that says its length has been judged by it.
    if (request.headers['content-length'] !== undefined) return body
    const limited = limitBytes(allowed.get(request) ?? 0)
    body.once('error', (error) => limited.destroy(error))
    return body.pipe(limited)
  })
  app.addHook('preValidation', async (request) => checkJson(request))
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readText(body),
  )
  app.all('/trpc/:path', async (request, reply) => {
    const cached = await answerFromStore(request, pages, contextOf).catch(() => undefined)
    // What fails does so again there, and is answered as every failure.
    if (!cached) return answer(request, reply, contextOf)
    return reply.type('application/json').send(cached)
  })
}

const endpoints = new Map(endpointsOf(contract).map(({ path, endpoint }) => [path, endpoint]))

/** The answer to calls that the page store answers all of, by REST as well; undefined when it does not. */
async function answerFromStore(request: FastifyRequest, pages: PageStore, contextOf: ContextOf) {
  const names = namesIn(request)
  const { input, batch } = request.query as { input?: string; batch?: string } // Fastify's parser makes an object
  const isBatch = batch === '1'
  if (request.method !== 'GET' || (!isBatch && names.length > 1)) return undefined
  const given = input === undefined ? {} : parseJson(input)
  const inputs = (isBatch ? given : { 0: given }) as Record<string, unknown> // tRPC numbers those of a batch
  const calls = names.map((path, index) => {
    const endpoint = endpoints.get(path)
    return endpoint && cachedCall(path, endpoint, inputs[String(index)] ?? {})
  })
  if (!calls.every((call) => call !== undefined)) return undefined
  const answers = await Promise.all(calls.map((call) => readCached(pages, call, () => contextOf(request))))
  const results = answers.flatMap(({ identity }, index) => [
    Buffer.from(index === 0 ? '{"result":{"data":' : ',{"result":{"data":'),
    identity.body,
    Buffer.from('}}'),
  ])
  return Buffer.concat(isBatch ? [Buffer.from('['), ...results, Buffer.from(']')] : results)
}

const answer = (req: FastifyRequest, res: FastifyReply, contextOf: ContextOf) =>
  fastifyRequestHandler({
    router,
    req,
    res,
    path: namesIn(req).join(),
    createContext: () => contextOf(req),
    onError({ error, ctx, path }) {
      const appError = toAppError(error)
      logFailure(req.log, appError)
      if (ctx) noteRefusal(ctx, endpoints.get(path ?? '')?.route ?? '', appError)
    },
    responseMeta: ({ errors }) => ({ headers: retryAfter(...errors.map(toAppError)) }),
  })

const MAX_BATCH = 10

/** Of the procedures that a request calls. */
const namesIn = ({ params }: FastifyRequest) => (params as { path: string }).path.split(',') // the route is /trpc/:path

function requireSmallBatch(names: string[]) {
  if (names.length > MAX_BATCH)
    throw new AppError('BAD_REQUEST', `One request takes at most ${MAX_BATCH} calls`)
  if (names.reduce((sum, name) => sum + costOf(name), 0) > MAX_BATCH)
    throw new AppError('BAD_REQUEST', 'One request cannot ask for that much. Please send fewer calls in it.')
}

/** Of a batch, each call is let in or refused on its own; what may make none of its calls is not read at all. */
function requireAccessToAny(ctx: Context, names: string[]) {
  const refused = names.flatMap((name) => {
    const endpoint = endpoints.get(name)
    const error = endpoint && refusalOf(ctx, endpoint.access)
    return error ? [{ route: endpoint.route, error }] : []
  })
  if (refused.length < names.length) return
  for (const { route, error } of refused) noteRefusal(ctx, route, error)
  throw refused[0]?.error
}

/** The adapter takes as much as its largest call; a batch may have what its calls may, and strangers no more than one. */
function bytesFor({ session }: Context, names: string[]) {
  if (!session) return DEFAULT_BODY_LIMIT
  return names.reduce((sum, name) => sum + (endpoints.get(name)?.bodyLimit ?? DEFAULT_BODY_LIMIT), 0)
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'The request is too large')

/** Passes a body on until it is larger than allowed. */
function limitBytes(allowed: number) {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > allowed) done(tooLarge())
      else done(null, chunk)
    },
  })
}

/** tRPC parses JSON without guards; so it is parsed here first, as on every adapter. */
function checkJson({ body, query }: FastifyRequest) {
  if (typeof body === 'string' && body !== '') parseJson(body)
  const { input } = query as { input?: unknown } // Fastify's parser makes an object
  if (typeof input === 'string') parseJson(input)
}

export const TRPC_BODY_LIMIT = CONTENT_BODY_LIMIT
