import { Transform } from 'node:stream'
import {
  type ApiErrorShape,
  AppError,
  CONTENT_BODY_LIMIT,
  contract,
  DEFAULT_BODY_LIMIT,
  type Endpoint,
  isQuery,
} from '@nightdesk/contracts'
import { initTRPC } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { call } from '../handlers.ts'
import { answerTo, logFailure, retryAfter, startErrorReply, toAppError, trpcError } from '../http/errors.ts'
import { parseJson, readText } from '../http/server.ts'
import type { Parts } from '../parts.ts'
import { noteRefusal } from '../request-context.ts'
import { cachedCall, readCached } from './cached-answers.ts'
import { accessProblem } from './call.ts'
import { costOf } from './costly-reads.ts'
import { endpointsOf } from './endpoints.ts'

/** JSON-RPC 2.0’s code for an invalid request, which tRPC’s error form requires. */
const JSON_RPC_INVALID_REQUEST = -32600

/** Serves the contract to the typed client under `/trpc`. Registered in its own scope, since tRPC takes JSON as text. */
export async function trpcAdapter(app: FastifyInstance, { contextOf }: Parts) {
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
    // A body with a content-length was checked above.
    if (request.headers['content-length'] !== undefined) return body
    const limited = limitBytes(allowed.get(request) ?? 0)
    body.once('error', (error) => limited.destroy(error))
    return body.pipe(limited)
  })
  app.addHook('preValidation', async (request) => checkJson(request))
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readText(body),
  )
  app.route({
    method: METHODS,
    url: '/trpc/:path',
    bodyLimit: CONTENT_BODY_LIMIT,
    handler: (req, res) =>
      fastifyRequestHandler({
        router,
        req,
        res,
        // tRPC decodes it, as Fastify has done already.
        path: encodeURIComponent(namesIn(req).join()),
        createContext: () => contextOf(req),
        onError({ error, ctx, path }) {
          const appError = toAppError(error)
          logFailure(req.log, appError)
          if (ctx) noteRefusal(ctx, endpoints.get(path ?? '')?.route ?? '', appError)
        },
        responseMeta: ({ errors }) => ({ headers: retryAfter(...errors.map(toAppError)) }),
      }),
  })
}

/** tRPC answers 405 to those that it has no use for, and cannot read a request of any other. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const endpoints = new Map(endpointsOf(contract).map((row) => [row.path, row.endpoint]))

const t = initTRPC.context<Context>().create({
  errorFormatter({ shape, error, path, ctx }): ApiErrorShape {
    const { message, data } = trpcError(answerTo(error, ctx?.request_id ?? ''))
    return { ...shape, message, data: { ...data, path } }
  },
})

const router = t.router(
  Object.fromEntries(
    Object.entries(contract).map(([feature, rows]) => [
      feature,
      Object.fromEntries(
        Object.entries<Endpoint>(rows).map(([name, row]) => [name, procedureOf(`${feature}.${name}`, row)]),
      ),
    ]),
  ),
)

function procedureOf(path: string, endpoint: Endpoint) {
  const procedure = t.procedure.input((input) => input)
  const resolve = async ({ ctx, input = {} }: { ctx: Context; input?: unknown }) => {
    const cached = cachedCall(path, endpoint, input)
    if (!cached) return call(path, ctx, input)
    const { identity } = await readCached(ctx.pages, cached, async () => ctx)
    return JSON.parse(Buffer.from(identity.body, 'latin1').toString())
  }
  return isQuery(endpoint) ? procedure.query(resolve) : procedure.mutation(resolve)
}

const MAX_BATCH = 10

const namesIn = ({ params }: FastifyRequest) => (params as { path: string }).path.split(',') // the route is /trpc/:path

function requireSmallBatch(names: string[]) {
  if (names.length > MAX_BATCH)
    throw new AppError('BAD_REQUEST', `One request takes at most ${MAX_BATCH} calls`)
  if (names.reduce((sum, name) => sum + costOf(name, endpoints.get(name)), 0) > MAX_BATCH)
    throw new AppError('BAD_REQUEST', 'One request cannot ask for that much. Please send fewer calls in it.')
}

/** A batch authorizes each call by itself. When all of its calls are forbidden, the body is not read. */
function requireAccessToAny(ctx: Context, names: string[]) {
  const refused = names.flatMap((name) => {
    const endpoint = endpoints.get(name)
    const error = endpoint && accessProblem(ctx, endpoint)
    return error ? [{ route: endpoint.route, error }] : []
  })
  if (refused.length < names.length) return
  for (const { route, error } of refused) noteRefusal(ctx, route, error)
  throw refused[0]?.error
}

/** Bytes that a body may have: the sum for all calls of a batch, and the default limit for strangers. */
function bytesFor({ session }: Context, names: string[]) {
  if (!session) return DEFAULT_BODY_LIMIT
  return names.reduce((sum, name) => sum + (endpoints.get(name)?.bodyLimit ?? DEFAULT_BODY_LIMIT), 0)
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', 'The request is too large')

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

/**
 * Refuses the keys that every adapter refuses, such as `__proto__`, which tRPC’s own parse accepts. Texts without any of
 * these words are parsed once, by tRPC.
 */
function checkJson({ body, query }: FastifyRequest) {
  const { input } = query as { input?: unknown } // Fastify's parser makes an object
  // Of two inputs in an address, tRPC reads the first.
  for (const text of [body, input].flat())
    if (typeof text === 'string' && /proto|constructor|\\u00/.test(text)) parseJson(text)
}
