import { type Endpoint, HTTP_STATUS, isQuery, pendingSignIn } from '@nightdesk/contracts'
import { z } from 'zod'
import { isForKeys, pathParameters } from './calls/call.ts'
import { restEndpoints, splitRoute, statusOf } from './calls/endpoints.ts'

type Schema = { properties?: Record<string, object>; required?: string[] } & Record<string, unknown>

/** The contract as an OpenAPI 3.1 document. Schemas with an `id` keep that name. */
export function openApi(site: { name: string; url: string }) {
  calls ??= describeCalls()
  return {
    openapi: '3.1.0',
    info: { title: `${site.name} API`, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: site.url }],
    ...calls,
  }
}

/** The same for every site, and what takes long. */
let calls: ReturnType<typeof describeCalls> | undefined

function describeCalls() {
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, feature, endpoint } of restEndpoints()) {
    const { method, url } = splitRoute(endpoint)
    const template = url.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(path, feature, endpoint) }
  }
  return hoistNamed({
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: { type: 'http', scheme: 'bearer', description: KEY },
      },
    },
  })
}

/** zod repeats a named schema wherever it is used; OpenAPI has one place for them. */
function hoistNamed<D extends { components: { schemas: object } }>(document: D): D {
  const named: Record<string, object> = {}
  const bare: D = JSON.parse(
    JSON.stringify(document, (key, value) => (key === '$defs' ? void Object.assign(named, value) : value)),
  )
  Object.assign(bare.components.schemas, named)
  return JSON.parse(JSON.stringify(bare).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

function operation(operationId: string, tag: string, endpoint: Endpoint) {
  const { route, access, summary, input, needsConfirmation } = endpoint
  const { properties = {}, required = [] } = jsonSchema(input, 'input')
  const inPath = pathParameters(route)
  const entries = Object.entries(properties)
  const isParameter = (name: string) => inPath.includes(name) || isQuery(endpoint)
  const body = entries.filter(([name]) => !isParameter(name))
  return {
    operationId,
    tags: [tag],
    summary,
    ...(needsConfirmation && { description: CONFIRMED }),
    ...internal(operationId),
    security: access === 'public' ? [] : [{ session: [] }, ...(isForKeys(endpoint) ? [{ key: [] }] : [])],
    parameters: entries
      .filter(([name]) => isParameter(name))
      .map(([name, schema]) => {
        const isInPath = inPath.includes(name)
        return {
          name,
          in: isInPath ? 'path' : 'query',
          required: isInPath || required.includes(name),
          schema,
        }
      }),
    ...(body.length > 0 && { requestBody: bodyOf(body, required) }),
    ...(endpoint.takesFile && { requestBody: FORM }),
    responses: { [statusOf(endpoint)]: success(endpoint), default: failure },
  }
}

/** Features, and single calls, that change in a major release only. All others serve the screens. */
const STABLE = new Set([
  ...['articles', 'bulk', 'workingCopies', 'versions', 'corrections', 'people', 'published'],
  ...[
    'analytics.dashboard',
    'analytics.latest',
    'auth.login',
    'auth.loginWithTotp',
    'auth.loginWithRecoveryCode',
  ],
  ...['auth.logout', 'media.upload', 'profile.changePassword', 'profile.get', 'profile.update'],
  ...['secondFactors.confirm', 'system.diskSpace', 'system.status', 'users.create', 'users.list'],
  ...['users.setStatus', 'users.update', 'workers.status', 'workers.triggerAnalytics'],
])

const internal = (operationId: string) =>
  !STABLE.has(operationId) && !STABLE.has(operationId.split('.')[0] ?? '') && { 'x-internal': true }

const CONFIRMED =
  'Needs a sign-in in the last ten minutes, or POST /admin/profile/confirmation; else 409 CONFIRMATION_REQUIRED'

const KEY = 'An API key, nd_ and 48 hexadecimal digits. One that only reads may call no other method than GET'

/** A call without required fields may be sent without a body. */
function bodyOf(properties: [string, object][], allRequired: string[]) {
  const required = properties.map(([name]) => name).filter((name) => allRequired.includes(name))
  const schema = { type: 'object', properties: Object.fromEntries(properties), required }
  return { required: required.length > 0, ...json(schema) }
}

function success({ reply, output, missing }: Endpoint) {
  if (reply === 'empty') return { description: 'Done' }
  const schema = reply === 'success' ? {} : jsonSchema(missing ? presentPart(output) : output, 'output')
  const ok = { success: { const: true } }
  const wrapped = {
    bare: schema,
    article: { type: 'object', properties: { article: schema }, required: ['article'] },
    data: { type: 'object', properties: { ...ok, data: schema }, required: ['success', 'data'] },
    success: { type: 'object', properties: ok, required: ['success'] },
  }
  return { description: 'Success', ...json(wrapped[reply]) }
}

/** REST answers 404 in place of null. */
const presentPart = (output: z.ZodType) =>
  output instanceof z.ZodNullable ? (output.unwrap() as z.ZodType) : output

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: { type: 'string', description: 'A sentence for a person' },
    code: { enum: Object.keys(HTTP_STATUS) },
    request_id: { type: 'string' },
    fields: {
      type: 'array',
      maxItems: 20,
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    sign_in: jsonSchema(pendingSignIn, 'output'),
  },
  required: ['success', 'error', 'code', 'request_id'],
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const failure = { description: 'Refused or failed', ...json({ $ref: '#/components/schemas/Error' }) }

const FORM = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary' } },
        required: ['file'],
      },
    },
  },
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: leaveOutNoise,
  })
  return rest as Schema // toJSONSchema makes an object
}

/** Deletes patterns that repeat a format, and the bounds of every integer. */
function leaveOutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
