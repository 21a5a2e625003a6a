import { contract } from '@nightdesk/contracts'
import { validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { endpointsOf } from './rest.ts'
import { testApp } from './testing.ts'

const app = await testApp()
const read = async () => (await app.inject('/openapi.json')).json()

test('the API document is valid OpenAPI 3.1', async () => {
  const document = await read()

  expect(document.openapi).toBe('3.1.0')
  expect(await validate(document)).toMatchObject({ valid: true, warnings: [] })
})

test('it names every endpoint once, and the upload', async () => {
  const { paths } = await read()

  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const expected = endpointsOf(contract).map(({ endpoint }) => endpoint.route.replace(/:(\w+)/g, '{$1}'))
  expect(routes.sort()).toEqual([...expected, 'POST /admin/upload'].sort())
})

test('it tells what goes in and what comes out', async () => {
  const { put } = (await read()).paths['/admin/articles/{id}']

  expect(put.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  const { properties, required } = put.requestBody.content['application/json'].schema
  expect(Object.keys(properties)).toEqual([
    'title',
    'content',
    'excerpt',
    'poster_image_id',
    'base_version',
    'working_copy_revision',
  ])
  expect(required).toEqual([])
  expect(put.responses['200'].content['application/json'].schema.properties).toHaveProperty('article')
  expect(put.security).toEqual([{ session: [] }])
})
