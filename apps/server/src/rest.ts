import { type Contract, contract, DEFAULT_BODY_LIMIT, type Endpoint, isQuery } from '@nightdesk/contracts'
import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from './context.ts'
import { sendError } from './errors.ts'
import { router } from './trpc.ts'

interface Options {
  contextOf: (request: FastifyRequest) => Promise<Context>
}

/** Serves every endpoint of the contract as plain HTTP, by calling its tRPC procedure. */
export async function rest(app: FastifyInstance, { contextOf }: Options) {
  app.setErrorHandler(sendError)
  for (const { path, endpoint } of endpointsOf(contract)) {
    const { method, url } = splitRoute(endpoint)
    app.route({
      method,
      url,
      bodyLimit: endpoint.bodyLimit ?? DEFAULT_BODY_LIMIT,
      schema: isQuery(endpoint) ? { querystring: querySchema(endpoint) } : {},
      attachValidation: true, // Ajv only turns ?limit=20 into a number here; zod decides what is valid
      async handler(request, reply) {
        const carrier = isQuery(endpoint) ? request.query : request.body
        const output = await callTRPCProcedure({
          router,
          path,
          type: isQuery(endpoint) ? 'query' : 'mutation',
          ctx: await contextOf(request),
          getRawInput: async () => mergeInput(carrier, request.params),
          signal: undefined,
          batchIndex: 0,
        })
        return reply.code(statusOf(endpoint)).send(envelope(endpoint, output))
      },
    })
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

/** The path wins over the body. A body that is no object is left to zod to refuse. */
function mergeInput(carrier: unknown, params: unknown) {
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
