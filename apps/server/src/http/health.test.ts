import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { db } from '../testing.ts'
import { health } from './health.ts'

async function ask(url: string, isDraining: boolean) {
  const app = Fastify()
  await app.register(health, { db, isDraining: () => isDraining })
  return app.inject(url)
}

test('a server that can do its work is healthy and ready', async () => {
  const answers = [await ask('/healthz', false), await ask('/readyz', false)]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('one that is shutting down is healthy, and no longer ready', async () => {
  const [healthy, ready] = [await ask('/healthz', true), await ask('/readyz', true)]

  expect([healthy.statusCode, ready.statusCode, ready.headers['retry-after']]).toEqual([200, 503, '1'])
})
