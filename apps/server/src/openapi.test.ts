import { readFile } from 'node:fs/promises'
import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { restEndpoints } from './calls/endpoints.ts'
import { testApp } from './testing.ts'

const app = await testApp()
const read = async () => (await app.inject('/openapi.json')).json()

test('the API document is valid OpenAPI 3.1', async () => {
  const document = await read()

  expect(document.openapi).toBe('3.1.0')
  expect(await validate(document)).toMatchObject({ valid: true, warnings: [] })
})

// One once referred to itself, in which every reader of an error got lost.
test('no named schema is only a reference', async () => {
  const { schemas } = (await read()).components

  expect(schemas.Error.properties.sign_in).toEqual({ $ref: '#/components/schemas/PendingSignIn' })
  expect(Object.keys(schemas).filter((name) => '$ref' in schemas[name] || '$defs' in schemas[name])).toEqual(
    [],
  )
  expect(schemas.PendingSignIn.required).toEqual(['attempt', 'expires_at', 'methods'])
})

test('it lists every endpoint once, and the uploads', async () => {
  const { paths } = await read()

  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const expected = restEndpoints().map(({ endpoint }) => endpoint.route.replace(/:(\w+)/g, '{$1}'))
  expect(routes.sort()).toEqual(expected.sort())
})

test('calls that docs/scripting.md calls stable are not marked as internal, and those of the screens are', async () => {
  const { paths } = await read()
  const text = await readFile(new URL('../../../docs/scripting.md', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^\| `([A-Z]+) (\/[\w/{}-]+)/gm)]

  const internal = named.filter(([, method = '', path = '']) => {
    const operation = paths[path][method.toLowerCase()]
    return operation['x-internal']
  })
  expect(named.length).toBeGreaterThan(15)
  expect(internal).toEqual([])
  expect(paths['/admin/redirects'].get['x-internal']).toBe(true)
})

const bodyOf = ({ content }: { content: { 'application/json': { schema: object } } }) =>
  content['application/json'].schema

test('it describes input and output', async () => {
  const { put } = (await read()).paths['/admin/articles/{id}']

  expect(put.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(put.requestBody.required).toBe(false)
  expect(bodyOf(put.requestBody)).toMatchObject({
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 300 },
      content: {},
      excerpt: { anyOf: [{ type: 'string', maxLength: 1000 }, { type: 'null' }] },
      poster_image_id: {},
      tags: { description: 'Absent: as they are. Empty: none' },
      base_tags: {},
      base_version: { type: 'integer', minimum: 1 },
      working_copy_revision: {},
    },
    required: [],
  })
  expect(bodyOf(put.responses['200'])).toMatchObject({
    properties: { article: { $ref: '#/components/schemas/Article' } },
  })
  expect(put.security).toEqual([{ session: [] }, { key: [] }])
})

test('it names keys where they may call, and not where a person is needed', async () => {
  const { paths, components } = await read()

  expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(paths['/admin/articles'].get.security).toEqual([{ session: [] }, { key: [] }])
  expect(paths['/admin/users'].get.security).toEqual([{ session: [] }])
  expect(paths['/api/articles'].get.security).toEqual([])
})

test('it requires a body only where a field of it is required', async () => {
  const { paths } = await read()

  expect(paths['/admin/articles/{id}/restore'].put.requestBody.required).toBe(false)
  expect(paths['/admin/articles/{id}/schedule'].put.requestBody.required).toBe(true)
})

test('it describes shared answers once, with plain numbers and instants', async () => {
  const { Article, Tag } = (await read()).components.schemas

  expect(Article.properties).toMatchObject({
    id: { type: 'integer', minimum: 1, maximum: 9_999_999_999 },
    created_at: { type: 'string', format: 'date-time' },
    tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
  })
  expect(Article.properties.created_at).not.toHaveProperty('pattern')
  expect(Object.keys(Tag.properties)).toEqual(['name', 'slug'])
})
