import { contract, isQuery } from '@nightdesk/contracts'
import { asOwner } from '@nightdesk/db/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { pathParameters } from '../calls/call.ts'
import { endpointsOf, restEndpoints, splitRoute } from '../calls/endpoints.ts'
import { bearer, createPublished, createUser, db, owner_url, signIn, testApp } from '../testing.ts'
import { anyOf } from './arbitrary.ts'
import { admin, fillUrl, rightInputs } from './testing.ts'

const app = await testApp()
const right = await rightInputs()
const headers = bearer(await signIn(admin))

/** Password hashes are slow, and after the end of a session or account, or without a second factor, nothing can be read. */
const LEFT_OUT = /^auth\.|^profile\.(changePassword|end)|^secondFactors\.|^users\./

const writing = restEndpoints().filter(
  ({ path, endpoint }) => right[path] && !isQuery(endpoint) && !LEFT_OUT.test(path),
)

/** A valid input in which some fields are replaced by valid or nearly valid values. */
const anyCall = fc.constantFrom(...writing).chain(({ path, endpoint }) => {
  const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  const fields = Object.entries(properties).filter(([name]) => !pathParameters(endpoint.route).includes(name))
  const spoilt = Object.fromEntries(fields.map(([name, schema]) => [name, anyOf(schema)]))
  return fc.record(spoilt, { requiredKeys: [] }).map((fields) => ({
    endpoint,
    input: { ...right[path], ...fields },
  }))
})

/** Every read of the contract, and every public page and file with many articles. */
const reads = [
  ...endpointsOf(contract)
    .filter(({ endpoint }) => isQuery(endpoint))
    .map(({ endpoint }) =>
      fillUrl(splitRoute(endpoint).url, { ...right['newArticles.put'], ...right['articles.update'] }),
    ),
  '/',
  '/rss.xml',
  '/atom.xml',
  '/feed.json',
  '/sitemap.xml',
  '/sitemap-1.xml',
]

async function failures() {
  const failed: string[] = []
  for (const url of reads) {
    const { statusCode } = await app.inject({ url, headers })
    if (statusCode >= 500) failed.push(`${statusCode} ${url}`)
  }
  return failed
}

test('every list and page stays readable after any accepted input', async () => {
  let accepted = 0
  const property = fc.asyncProperty(anyCall, async ({ endpoint, input }) => {
    const { method, url } = splitRoute(endpoint)
    const answer = await app.inject({
      method,
      url: fillUrl(url, input),
      headers,
      payload: input,
    })
    expect(answer.statusCode, `${endpoint.route}: ${answer.body}`).toBeLessThan(500)
    if (answer.statusCode >= 300) return
    accepted++
    expect(await failures()).toEqual([])
  })
  await fc.assert(property, { numRuns: 100, seed: 12 })
  expect(accepted).toBeGreaterThan(10)
})

test.each([
  ['an instant that no answer can name', sql`timestamptz '10000-01-01T15:00:00Z'`],
  ['no end', sql`timestamptz 'infinity'`],
])('one row with %s is left out of a list, and hides no other', async (_what, scheduled_at) => {
  const author = await createUser({ role: 'author' })
  const [good, bad] = [await createPublished(author), await createPublished(author)]
  await asOwner(owner_url, sql`alter table articles drop constraint if exists articles_scheduled_at_check`)
  await sql`
    update articles set state = 'draft', published_version_id = null, scheduled_version_id = current_version_id,
      scheduled_at = ${scheduled_at}
    where id = ${bad.id}`.execute(db)

  const list = await app.inject({ url: '/admin/articles', headers: bearer(await signIn(author)) })

  expect([list.statusCode, list.json().map(({ id }: { id: number }) => id)]).toEqual([200, [good.id]])
})
