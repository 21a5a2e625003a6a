import { contract, type Endpoint, isQuery, notFound } from '@nightdesk/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { answer, call } from '../handlers.ts'
import { BODY_TIMEOUT, useJsonBodies } from '../http/server.ts'
import { sendStored } from '../page-store/stored-page.ts'
import type { Parts } from '../parts.ts'
import { cachedCall, readCached } from './cached-answers.ts'
import { authorize, inputOf } from './call.ts'
import { endpointsOf, splitRoute, statusOf } from './endpoints.ts'

export async function rest(app: FastifyInstance, parts: Parts) {
  useJsonBodies(app)
  const authorized = new WeakSet<Context>()
  for (const { path, endpoint } of endpointsOf(contract)) {
    app.route({
      ...splitRoute(endpoint),
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      ...(endpoint.access !== 'public' && {
        // Before the body is read.
        onRequest: async (request: FastifyRequest) => {
          const ctx = await parts.contextOf(request)
          await authorize(ctx, endpoint)
          authorized.add(ctx)
        },
        // A timer costs something on every request. Public calls do without: the database has limits of its own.
        handlerTimeout: HANDLER_TIMEOUT + (endpoint.bodyLimit ? BODY_TIMEOUT : 0),
      }),
      handler: handlerOf(path, endpoint, parts, authorized),
    })
  }
}

/** Milliseconds, besides the time that a large body may take: Fastify’s timer begins before it. */
const HANDLER_TIMEOUT = 15_000

/** @param authorized the contexts of which access was decided; a body that took a while has another */
function handlerOf(
  path: string,
  endpoint: Endpoint,
  { contextOf, dependencies: { pages }, ready }: Parts,
  authorized: WeakSet<Context>,
) {
  const numbers = numbersOf(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(endpoint, request, numbers)
    const cached = cachedCall(path, endpoint, input)
    if (cached) {
      const page = await readCached(pages, cached, () => contextOf(request))
      ready.remember(request, reply, cached.key)
      return sendStored(request, reply, page)
    }
    const ctx = await contextOf(request)
    const output = await (authorized.has(ctx) ? answer : call)(path, ctx, input)
    if (output === null && endpoint.missing) throw notFound(endpoint.missing)
    return reply.code(statusOf(endpoint)).send(envelopes[endpoint.reply](output))
  }
}

const envelopes = {
  bare: (output: unknown) => output,
  article: (article: unknown) => ({ article }),
  data: (data: unknown) => ({ success: true, data }),
  success: () => ({ success: true }),
  empty: () => undefined,
}

/** The names of the numbers in a query string. The text of an id is read by its schema. */
function numbersOf(endpoint: Endpoint): string[] {
  if (!isQuery(endpoint)) return []
  const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => Object(properties[name]).type === 'integer')
}
