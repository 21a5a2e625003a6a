import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { contextFrom } from './request-context.ts'
import { bearer, createUser, dependencies, signIn } from './testing.ts'

const contextOf = contextFrom(dependencies)

/** The context that a request with these headers gets. */
async function context(headers: Record<string, string | string[]>, trustProxy: string | false = false) {
  const app = Fastify({ trustProxy })
  app.get('/', async (request) => {
    const { ip_prefix, session } = await contextOf(request)
    return { ip_prefix, user: session?.user ?? null }
  })
  return (await app.inject({ url: '/', headers, remoteAddress: '203.0.113.7' })).json()
}

test('a caller has a network that headers cannot change', async () => {
  const { ip_prefix } = await context({ 'x-forwarded-for': '198.51.100.1' })

  expect(ip_prefix).toBe('203.0.113.7')
})

test('a trusted proxy names the network', async () => {
  const { ip_prefix } = await context({ 'x-forwarded-for': '2001:db8:1:2:3::4' }, '203.0.113.0/24')

  expect(ip_prefix).toBe('2001:db8:1:2::/64')
})

test('a bearer token names the user as the database knows them now', async () => {
  const user = await createUser({ role: 'author' })

  expect(await context(bearer(await signIn(user)))).toMatchObject({ user })
})

test.each(['', 'Bearer', 'Bearer  ', 'Basic YTpi', 'bearer x', `Bearer ${'x'.repeat(3000)}`, 'Bearer a b'])(
  '%.20j names nobody',
  async (authorization) => {
    expect(await context({ authorization })).toMatchObject({ user: null })
  },
)
