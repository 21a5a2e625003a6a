import { AppError, CONTENT_BODY_LIMIT, contract, DEFAULT_BODY_LIMIT, HTTP_STATUS } from '@nightdesk/contracts'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorBody, logFailure, toAppError } from './errors.ts'
import { parseJson, readText } from './json.ts'
import type { ContextOf } from './request-context.ts'
import { endpointsOf } from './rest.ts'
import { router } from './trpc.ts'

/** Serves the contract to the typed client under `/trpc`. Has a scope of its own: tRPC takes JSON as text. */
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
    const names = namesIn(request)
    if (names.length > MAX_BATCH)
      throw new AppError('BAD_REQUEST', `One request takes at most ${MAX_BATCH} calls`)
    checkSize(request, names)
    checkJson(request)
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => readText(body),
  )
  app.all('/trpc/:path', (request, reply) => answer(request, reply, contextOf))
}

const answer = (req: FastifyRequest, res: FastifyReply, contextOf: ContextOf) =>
  fastifyRequestHandler({
    router,
    req,
    res,
    path: namesIn(req).join(),
    createContext: () => contextOf(req),
    onError: ({ error }) => logFailure(req.log, toAppError(error)),
    responseMeta({ errors }) {
      const wait = Math.max(0, ...errors.map((error) => toAppError(error).retryAfter ?? 0))
      return wait > 0 ? { headers: { 'retry-after': String(wait) } } : {}
    },
  })

const MAX_BATCH = 10

/** Of the procedures that a request calls. */
const namesIn = ({ params }: FastifyRequest) => (params as { path: string }).path.split(',') // the route is /trpc/:path

const limits = new Map(
  endpointsOf(contract).map(({ path, endpoint }) => [path, endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT]),
)

/** The door is as wide as its largest call; here each is held to its own limit, a batch to the sum. */
function checkSize({ body }: FastifyRequest, names: string[]) {
  const allowed = names.reduce((sum, name) => sum + (limits.get(name) ?? DEFAULT_BODY_LIMIT), 0)
  if (typeof body === 'string' && Buffer.byteLength(body) > allowed) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The request is too large')
  }
}

/** tRPC parses JSON without guards; so it is parsed here first, as on every door. */
function checkJson({ body, query }: FastifyRequest) {
  if (typeof body === 'string' && body !== '') parseJson(body)
  const { input } = query as { input?: unknown } // Fastify's parser makes an object
  if (typeof input === 'string') parseJson(input)
}

export const TRPC_BODY_LIMIT = CONTENT_BODY_LIMIT
