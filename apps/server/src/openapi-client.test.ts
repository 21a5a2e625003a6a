import type { AddressInfo } from 'node:net'
import { contract } from '@nightdesk/contracts'
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import { expect, test } from 'vitest'
import { endpointsOf } from './calls/endpoints.ts'
import { createUser, paragraph, signIn, testApp } from './testing.ts'

test('a client that is generated from /openapi.json has every call, and publishes a story', async () => {
  const app = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` // it listens to a port
  const definition = (await (await fetch(`${url}/openapi.json`)).json()) as Document // of our own server
  const { token } = await signIn(await createUser({ role: 'admin' }))
  const client = await new OpenAPIClientAxios({
    definition: { ...definition, servers: [{ url }] },
    axiosConfigDefaults: { headers: { authorization: `Bearer ${token}` } },
  }).init()

  const methods = Object.keys(client)
  expect(methods).toEqual(expect.arrayContaining(endpointsOf(contract).map(({ path }) => path)))

  const call = async (name: string, parameters: Record<string, string | number>, body?: object) => {
    const { data } = (await client[name]?.(parameters, body)) ?? {}
    return data
  }
  const { article } = await call('articles.create', {}, { title: 'The Lamp', content: [paragraph('Night.')] })
  const { id } = article
  expect((await call('articles.publish', { id }, {})).article.state).toBe('published')
  expect((await call('published.get', { id })).title).toBe('The Lamp')
  const listed = await call('published.list', { q: 'Lamp', limit: 1 })
  expect(listed.map((one: { id: number }) => one.id)).toEqual([id])
})
