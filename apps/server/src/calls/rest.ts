import { contract, type Endpoint, isQuery, notFound } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { useJsonBodies } from '../http/server.ts'
import type { PageStore } from '../page-store/page-store.ts'
import type { ReadyAnswers } from '../page-store/ready-answers.ts'
import { sendStored } from '../page-store/stored-page.ts'
import type { ContextOf } from '../request-context.ts'
import { callProcedure } from '../router.ts'
import { cachedCall, isCached, readCached } from './cached-answers.ts'
import { inputOf, requireAccess } from './call.ts'
import { endpointsOf, splitRoute, statusOf } from './endpoints.ts'

interface Options {
  contextOf: ContextOf
  pages: PageStore
  ready: ReadyAnswers
}

/** Serves every endpoint of the contract as plain HTTP, by calling its tRPC procedure. */
export async function rest(app: FastifyInstance, options: Options) {
  const { contextOf } = options
  useJsonBodies(app)
  for (const { path, endpoint } of endpointsOf(contract)) {
    app.route({
      ...splitRoute(endpoint),
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      // Before the body is read. Calls in process, and batches, are authorized where the procedure runs.
      ...(endpoint.access !== 'public' && {
        onRequest: async (request: FastifyRequest) => requireAccess(await contextOf(request), endpoint),
      }),
      // A timer costs something on every request. Public calls do without: the database has limits of its own.
      ...(endpoint.access !== 'public' && { handlerTimeout: HANDLER_TIMEOUT }),
      schema: isQuery(endpoint) ? { querystring: querySchema(endpoint) } : {},
      attachValidation: true, // Ajv only turns ?limit=20 into a number here; zod decides what is valid
      handler: isCached(path)
        ? cachedHandler(path, endpoint, options)
        : procedureHandler(path, endpoint, contextOf),
    })
  }
}

/** Milliseconds. */
const HANDLER_TIMEOUT = 15_000

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const procedureHandler = (path: string, endpoint: Endpoint, contextOf: ContextOf): Handler => {
  return async (request, reply) => {
    const output = await callProcedure(path, await contextOf(request), inputOf(endpoint, request))
    if (output === null && endpoint.missing) throw notFound(endpoint.missing)
    return reply.code(statusOf(endpoint)).send(envelope(endpoint, output))
  }
}

/** Answers from the page store. */
function cachedHandler(path: string, endpoint: Endpoint, { pages, ready, contextOf }: Options): Handler {
  const uncached = procedureHandler(path, endpoint, contextOf)
  return async (request, reply) => {
    const cached = cachedCall(path, endpoint, inputOf(endpoint, request))
    if (!cached) return uncached(request, reply)
    const page = await readCached(pages, cached, () => contextOf(request))
    ready.remember(request, reply, cached.key)
    return sendStored(request, reply, page)
  }
}

const envelopes = {
  bare: (output: unknown) => output,
  article: (article: unknown) => ({ article }),
  data: (data: unknown) => ({ success: true, data }),
  success: () => ({ success: true }),
  empty: () => undefined,
}

const envelope = ({ reply = 'bare' }: Endpoint, output: unknown) => envelopes[reply](output)

/** JSON Schema of a query string; path parameters are not Ajv’s (it would take `1e3` for 1000). */
function querySchema({ input }: Endpoint) {
  const {
    $schema: _,
    required: __,
    ...schema
  } = z.toJSONSchema(input, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
  return schema
}
