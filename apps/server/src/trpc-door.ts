import { AppError, CONTENT_BODY_LIMIT, contract, DEFAULT_BODY_LIMIT, HTTP_STATUS } from '@nightdesk/contracts'
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errorBody, logFailure, toAppError } from './errors.ts'
import { parseJson } from './json.ts'
import type { ContextOf } from './request-context.ts'
import { endpointsOf } from './rest.ts'
import { router } from './trpc.ts'

/** Serves the contract to the typed client under `/trpc`. Has a scope of its own: the adapter replaces body parsers. */
export async function trpcDoor(app: FastifyInstance, { contextOf }: { contextOf: ContextOf }) {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error)
    logFailure(request.log, appError)
    const { success: _, error: message, ...details } = errorBody(appError, request.id)
    const httpStatus = HTTP_STATUS[appError.code]
    if (appError.retryAfter !== undefined) reply.header('retry-after', appError.retryAfter)
    return reply.code(httpStatus).send({ error: { message, code: -32600, data: { ...details, httpStatus } } })
  })
  app.addHook('preValidation', async (request) => {
    checkSize(request)
    checkJson(request)
  })
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router,
      maxBatchSize: 10,
      createContext: ({ req }: { req: FastifyRequest }) => contextOf(req),
      onError({ error, req }: { error: unknown; req: FastifyRequest }) {
        logFailure(req.log, toAppError(error))
      },
      responseMeta({ errors }: { errors: unknown[] }) {
        const waits = errors.map((error) => toAppError(error).retryAfter ?? 0)
        const wait = Math.max(0, ...waits)
        return wait > 0 ? { headers: { 'retry-after': String(wait) } } : {}
      },
    },
  })
}

const limits = new Map(
  endpointsOf(contract).map(({ path, endpoint }) => [path, endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT]),
)

/** The door is as wide as its largest call; here each is held to its own limit, a batch to the sum. */
function checkSize({ body, params }: FastifyRequest) {
  const { path } = params as { path: string } // the adapter's route is /trpc/:path
  const allowed = path.split(',').reduce((sum, name) => sum + (limits.get(name) ?? DEFAULT_BODY_LIMIT), 0)
  if (typeof body === 'string' && Buffer.byteLength(body) > allowed) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The request is too large')
  }
}

/** The adapter hands on JSON as text and parses it without guards; so it is parsed here first, as on every door. */
function checkJson({ body, query }: FastifyRequest) {
  if (typeof body === 'string' && body !== '') parseJson(body)
  const { input } = query as { input?: unknown } // Fastify's parser makes an object
  if (typeof input === 'string') parseJson(input)
}

export const TRPC_BODY_LIMIT = CONTENT_BODY_LIMIT
