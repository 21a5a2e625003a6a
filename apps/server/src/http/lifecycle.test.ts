import { connect, schemaLevel } from '@nightdesk/db'
import { asOwner, createTestDb } from '@nightdesk/db/testing'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { db } from '../testing.ts'
import { health, obstacles } from './lifecycle.ts'

async function ask(url: string, database = db, draining = { hasBegun: false }) {
  const app = Fastify()
  health(app, await obstacles(database, draining))
  return app.inject(url)
}

test('a server that can do its work is healthy and ready', async () => {
  const answers = [await ask('/healthz'), await ask('/readyz')]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('one that is shutting down is healthy, and no longer ready', async () => {
  const draining = { hasBegun: true }
  const [healthy, ready] = [await ask('/healthz', db, draining), await ask('/readyz', db, draining)]

  expect([healthy.statusCode, ready.statusCode, ready.headers['retry-after']]).toEqual([200, 503, '1'])
  expect(ready.json()).toEqual({ status: 'unavailable', reason: 'This server is stopping.' })
})

test('concurrent questions are one to the database', async () => {
  const statements: string[] = []
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const app = Fastify()
  health(app, await obstacles(counted, { hasBegun: false }))
  await app.ready()

  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')))

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(statements).toHaveLength(1)
})

test.each([
  ['was never migrated', sql`drop table migrated_levels`],
  [
    'was migrated by another version',
    sql`update migrated_levels set level = sha256('another') where level = ${await schemaLevel()}`,
  ],
])('one whose database %s is not ready, and says so', async (_, change) => {
  await using own = await createTestDb()
  await asOwner(own.owner_url, change)

  const ready = await ask('/readyz', own.db)

  expect([ready.statusCode, ready.json().reason]).toEqual([
    503,
    'The database has not been migrated for this version of Nightdesk: run `nightdesk migrate` of this version.',
  ])
})

test('one whose database is away is not ready, and says so', async () => {
  const away = connect('postgresql://nobody@127.0.0.1:1/nothing')
  onTestFinished(away.close)

  const ready = await ask('/readyz', away.db)

  expect([ready.statusCode, ready.json().reason]).toEqual([503, 'The database does not answer.'])
})
